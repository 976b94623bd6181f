// A random case: one or two companies of a service, the starts at which their files arrive, and queries.
import { createHash } from 'node:crypto';
import { fc } from '../../support/property-settings.ts';
import { queryPicks, type ModelQuery, type Caps } from './query-choices.ts';
import { createQuery, keysIn } from './queries.ts';
import type {
  ModelCompanyFile,
  ModelFolder,
  ModelLine,
  ReadyAlert,
  State,
} from './model-company.ts';
import { filePicks, starts, type ModelDataFile } from './model-files.ts';
import { companyFile, companyPicks } from './generate-company.ts';
import { clockOf, feedbackPicks, linesOf, readyAlertsOf } from './generate-feedback.ts';

const documentedCaps: Caps = {
  openFeedback: 10_000,
  rawWithOpenFeedback: 10_000,
  raw: 150_000,
  alerts: 10_000,
};
/** Events set the clock and the clock sets the periods. */
const anyTime = Date.UTC(2020, 0, 1);
const tiny = fc.integer({ min: 1, max: 7 });

const oneCompany = fc.record({
  company: companyPicks,
  feedback: feedbackPicks,
  files: filePicks,
  queries: fc.array(queryPicks, { minLength: 8, maxLength: 24, size: 'max' }),
});

export const casePicks = fc.record({
  companies: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(oneCompany) },
    { weight: 1, arbitrary: fc.tuple(oneCompany, oneCompany) },
  ),
  caps: fc.option(
    fc.record({ openFeedback: tiny, rawWithOpenFeedback: tiny, raw: tiny, alerts: tiny }),
    { freq: 3, nil: documentedCaps },
  ),
  /** Ask after each start, not only after the last. */
  early: fc.constantFrom(false, false, true),
  /** company.json is young before the last start: see `withoutUnusedSurveys`. */
  grows: fc.boolean(),
});
export type CasePicks = ReturnType<typeof casePicks.generate>['value'];

export interface CompanyCase {
  readonly name: string;
  readonly authorization: string;
  readonly company: ModelCompanyFile;
  readonly lines: readonly ModelLine[];
  readonly readyAlerts: readonly ReadyAlert[] | undefined;
  readonly starts: readonly (readonly ModelDataFile[])[];
  readonly queries: readonly (ModelQuery & { readonly walk: boolean })[];
}

export interface ModelCase {
  readonly companies: readonly CompanyCase[];
  readonly now: number;
  readonly caps: Caps;
  readonly early: boolean;
  readonly grows: boolean;
}

export function caseOf({ companies, caps, early, grows }: CasePicks): ModelCase {
  const credentials = companies.map((_, index) => ({
    clientId: `client ${index}`,
    token: `token: ${index}`,
  }));
  const companyFiles = companies.map(({ company, feedback }, index) => {
    const { clientId = '', token = '' } = credentials[index] ?? {};
    const credential = {
      clientId,
      tokenSha256: createHash('sha256').update(token).digest('hex'),
    };
    return { picks: company, feedback, credential };
  });
  const now = Math.max(
    ...companyFiles.map(({ picks, feedback, credential }) =>
      clockOf(feedback, companyFile(picks, credential, anyTime)),
    ),
  );
  const files = companyFiles.map(({ picks, credential }) => companyFile(picks, credential, now));
  return {
    now,
    caps,
    early,
    grows,
    companies: companies.flatMap((picks, index): readonly CompanyCase[] => {
      const company = files[index];
      if (company === undefined) return [];
      const lines = linesOf(picks.feedback, company);
      const readyAlerts = readyAlertsOf(picks.feedback, company, now);
      const wholeState: State = { company, lines, readyAlerts, now };
      const foreign = files.filter((_, otherIndex) => otherIndex !== index).flatMap(keysIn);
      const { clientId = '', token = '' } = credentials[index] ?? {};
      return [
        {
          name: `company-${index}`,
          authorization: `Basic ${Buffer.from(`${clientId}:${token}`).toString('base64')}`,
          company,
          lines,
          readyAlerts,
          starts: starts(picks.files, lines, readyAlerts),
          queries: picks.queries.map((ask) => ({
            ...createQuery(ask, wholeState, caps, foreign),
            walk: ask.walk,
          })),
        },
      ];
    }),
  };
}

/** What the service knows after some starts. */
export function stateAfter(
  { now, grows }: ModelCase,
  companyCase: CompanyCase,
  startCount: number,
): State {
  const arrived = companyCase.starts.slice(0, startCount).flat();
  const here = new Set(arrived.flatMap(({ lines }) => lines));
  // In the generator's order, which is that of ties.
  const lines = companyCase.lines.filter((line) => here.has(line));
  const readyAlerts = arrived.some(({ name }) => name.startsWith('alerts'))
    ? merged(arrived.flatMap(({ alerts }) => alerts))
    : undefined;
  const namedSurveys = new Set([...lines, ...(readyAlerts ?? [])].map(({ survey }) => survey));
  const isYoung = grows && startCount < companyCase.starts.length;
  return {
    company: isYoung
      ? withoutUnusedSurveys(companyCase.company, namedSurveys)
      : companyCase.company,
    lines,
    readyAlerts,
    now,
  };
}

/** Lines with one key tell of one alert, which is closed when one of them closes it. */
function merged(alerts: readonly ReadyAlert[]): readonly ReadyAlert[] {
  return alerts
    .filter(({ key }, index) => alerts.findIndex((candidate) => candidate.key === key) === index)
    .map(
      (alert) =>
        alerts.find(({ key, endTime }) => key === alert.key && endTime !== undefined) ?? alert,
    )
    .sort((a, b) => a.key - b.key);
}

/** Without periods and alert specifications, with another delay, and with no survey but `named`. */
function withoutUnusedSurveys(
  company: ModelCompanyFile,
  named: ReadonlySet<number>,
): ModelCompanyFile {
  return {
    ...company,
    misuse: { tamperDelaySeconds: 10 },
    root: folderWithoutUnusedSurveys(company.root, named),
  };
}

function folderWithoutUnusedSurveys(
  { key, name, folders, surveys }: ModelFolder,
  named: ReadonlySet<number>,
): ModelFolder {
  const youngSurveys = (surveys ?? [])
    .filter((survey) => named.has(survey.key))
    .map(({ activePeriods: _, alertSpecifications: _too, ...survey }) => survey);
  return {
    key,
    name,
    ...(folders === undefined
      ? {}
      : { folders: folders.map((subfolder) => folderWithoutUnusedSurveys(subfolder, named)) }),
    ...(youngSurveys.length === 0 ? {} : { surveys: youngSurveys }),
  };
}
