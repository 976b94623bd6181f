// Creates the directory of a data set with one survey and the lines of a test.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../run-command.ts';
import { credential } from './served-company.ts';

export interface DataDirectory {
  readonly name?: string;
  readonly credentials?: readonly { readonly clientId: string; readonly tokenSha256: string }[];
  /** Key of the only survey; 11 unless given. */
  readonly survey?: number;
  /** Further files by name; lines are objects, or texts as they are. */
  readonly files?: Readonly<Record<string, readonly (object | string)[]>>;
}

export async function dataDirectory(t: TestContext, options: DataDirectory = {}): Promise<string> {
  const { name = 'acme', credentials = [credential], survey = 11, files = {} } = options;
  const directory = join(await temporaryFolder(t), name);
  await mkdir(directory);
  const company = {
    credentials,
    questions: [{ key: 70, name: 'How was it?', locale: 'en', followUps: [] }],
    root: {
      key: 1,
      name: 'Everything',
      surveys: [
        {
          key: survey,
          question: 70,
          timeZone: 'Europe/Helsinki',
          surveyType: 'TERMINAL',
          indexType: 'HAPPY',
          feedbackScale: 'FOUR',
        },
      ],
    },
  };
  await writeFile(join(directory, 'company.json'), JSON.stringify(company));
  for (const [file, lines] of Object.entries(files)) await writeLines(directory, file, lines);
  return directory;
}

export async function writeLines(
  directory: string,
  file: string,
  lines: readonly (object | string)[],
): Promise<void> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(join(directory, file), texts.map((text) => `${text}\n`).join(''));
}

/** Presses, one a minute from an hour's start. */
export function presses(
  count: number,
  { survey = 11, from = '2025-11-10T08:00:00Z' } = {},
): readonly { readonly survey: number; readonly ts: string; readonly r: number }[] {
  return Array.from({ length: count }, (_, i) => {
    const ts = new Date(Date.parse(from) + i * 60_000).toISOString();
    return { survey, ts, r: i % 4 };
  });
}
