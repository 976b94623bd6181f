// All requests for a week of the company in the order of the tree, for the plain peer.
import type { BenchCompany } from './upstream-company.ts';

const DATES = 'date_start=2026-11-09T00%3A00%3A00Z&date_end=2026-11-16T00%3A00%3A00Z';

export function pathsOf({ stores }: BenchCompany): readonly string[] {
  return [
    '/v1/folders?surveys=true',
    ...stores.flatMap(({ key, surveys }) => [
      `/v1/folders/${key}/alerts?child_folders=false&${DATES}`,
      ...surveys.flatMap((survey) => [
        `/v1/surveys/${survey}`,
        `/v1/surveys/${survey}/results?${DATES}&truncate=hour`,
        `/v1/surveys/${survey}/results?${DATES}&truncate=day`,
        `/v1/surveys/${survey}/followup?${DATES}`,
        `/v1/surveys/${survey}/followup?${DATES}`,
      ]),
    ]),
  ];
}
