// A company of 20,000 surveys in 2,000 folders, five levels deep, behind a reporting API in memory.
import type { FeedbackSource, Folder } from '../../../lib/ports/feedback-source.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import {
  memoryCompany,
  type MemoryFolder,
  type MemoryCompany,
} from '../../support/memory-company.ts';

/** Folders on each level; the surveys are in the last. */
const LEVELS = [1, 5, 25, 125, 1844] as const;
export const SURVEYS = 20_000;
export const FOLDERS = LEVELS.reduce((sum, count) => sum + count, 0);
const ZONES = ['Europe/Helsinki', 'America/New_York', 'Asia/Kathmandu', 'Australia/Sydney'];

export function largeCompany(): MemoryCompany {
  const company = memoryCompany(rootFolder());
  return { ...company, source: quickSource(company) };
}

function rootFolder(): MemoryFolder {
  let below: readonly MemoryFolder[] = [];
  for (const [level, count] of [...LEVELS.entries()].toReversed()) {
    const isLast = level === LEVELS.length - 1;
    const children: readonly MemoryFolder[] = below;
    below = Array.from({ length: count }, (_, i) => ({
      key: (level + 1) * 10_000 + i,
      ...(isLast
        ? { surveys: share(SURVEYS, count, i).map(surveyOf) }
        : { folders: share(children.length, count, i).flatMap((at) => children[at] ?? []) }),
    }));
  }
  const [root] = below;
  if (root === undefined) throw new Error('no root');
  return root;
}

/** The i-th of `parts` equal shares of 0 … total − 1. */
function share(total: number, parts: number, i: number): readonly number[] {
  const [from, to] = [Math.floor((i * total) / parts), Math.floor(((i + 1) * total) / parts)];
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function surveyOf(at: number): { readonly key: number; readonly timeZone: string } {
  return { key: 100_000 + at, timeZone: ZONES[at % ZONES.length] ?? 'UTC' };
}

/** Indexed, so that a survey is found without a search through all others. */
function quickSource({ source, root }: MemoryCompany): FeedbackSource {
  const details = new Map(
    everyFolder(root).flatMap((folder) =>
      (folder.surveys ?? []).map(
        ({ key, timeZone = 'UTC' }) => [key, { folder, timeZone }] as const,
      ),
    ),
  );
  const week = dayOf('2026-11-02');
  const folders = withoutSurveys(root);
  const rows = Array.from({ length: 14 }, (_, day) => ({
    localDay: week + day,
    hour: 9,
    offsetMinutes: 0,
    data: [1, 2, 4, 8],
  }));
  return {
    ...source,
    readFolders: (from, options) =>
      from === null && !options.surveys
        ? Promise.resolve({ root: folders, notes: [] })
        : source.readFolders(from, options),
    readSurvey: (key) => {
      const survey = details.get(key);
      return Promise.resolve({
        key,
        question: { key: 9, name: 'How was it?', locale: 'en' },
        timeZone: survey?.timeZone ?? 'UTC',
        folder: { key: survey?.folder.key ?? 0, name: `Folder ${survey?.folder.key ?? 0}` },
        activePeriods: [{ start: Date.parse('2020-01-01T00:00:00Z'), end: null }],
        surveyType: 'TERMINAL',
        indexType: 'HAPPY',
        feedbackScale: 'FOUR',
      });
    },
    readHourlyCounts: () => Promise.resolve(rows),
    readDailyCounts: () => Promise.resolve(rows),
    readFollowUps: () => Promise.resolve({ painPoints: [], highlights: [] }),
  };
}

function everyFolder(folder: MemoryFolder): readonly MemoryFolder[] {
  return [folder, ...(folder.folders ?? []).flatMap(everyFolder)];
}

function withoutSurveys({ key, folders = [] }: MemoryFolder): Folder {
  return { key, name: `Folder ${key}`, folders: folders.map(withoutSurveys), surveys: [] };
}
