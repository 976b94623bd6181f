// Recomputes the derived tables of surveys whose events or settings have changed.
import { buttonCount, companyIndexOf, type CompanyIndex, type Survey } from '../company.ts';
import {
  type Row,
  type Session,
  type Statements,
  readKeysetPages,
  pageSize,
} from '../database/database.ts';
import type { CompanyFile } from './company-file.ts';
import * as tables from './database-tables.ts';
import {
  createComputationKey,
  computeDerivedTables,
  type ComputationSettings,
} from './derived-tables.ts';
import { hourlySumTime } from './event-line.ts';

interface StaleSurvey {
  readonly survey: Survey;
  /** Its derived tables were computed with other settings. */
  readonly hasNewSettings: boolean;
  readonly row: Row;
}

/** Whether all derived tables were computed with the settings of this company.json. */
export async function isComputedFor(
  statements: Pick<Statements, 'all'>,
  { structure, tamperDelayMs }: CompanyFile,
): Promise<boolean> {
  const { surveys } = companyIndexOf(structure);
  const settings = await readSettings(statements, tamperDelayMs);
  return [...(await readComputationKeys(statements))].every(([key, computationKey]) => {
    const survey = surveys.get(Number(key))?.survey;
    return survey !== undefined && createComputationKey(survey, settings) === computationKey;
  });
}

/** `surveysWithNewEvents` are recomputed, as are surveys whose settings have changed. */
export async function recomputeSurveys(
  session: Session,
  tamperDelayMs: number,
  { surveys }: CompanyIndex,
  surveysWithNewEvents: ReadonlySet<number>,
  onProgress: (events: number, ofEvents: number) => void,
): Promise<void> {
  const settings = await readSettings(session, tamperDelayMs);
  const computationKeys = await readComputationKeys(session);
  // An upgrade of the tables marks surveys as dirty.
  const dirtyRows = await session.all('SELECT survey FROM dirty');
  const dirtyKeys = new Set(dirtyRows.map(([key]) => Number(key)));
  await session.run('DELETE FROM dirty');
  const staleSurveys = [...surveys].flatMap(([key, { survey }]): readonly StaleSurvey[] => {
    const previousKey = computationKeys.get(key);
    const computationKey = createComputationKey(survey, settings);
    const hasNewSettings = previousKey !== undefined && previousKey !== computationKey;
    const isStale = hasNewSettings || surveysWithNewEvents.has(key) || dirtyKeys.has(key);
    const row: Row = [key, buttonCount(survey.feedbackScale), computationKey];
    return isStale ? [{ survey, hasNewSettings, row }] : [];
  });
  if (staleSurveys.length === 0) return;
  if (staleSurveys.some(({ hasNewSettings }) => hasNewSettings)) {
    await tables.incrementGeneration(session);
  }
  for (const { survey, hasNewSettings } of staleSurveys) {
    if (hasNewSettings || dirtyKeys.has(survey.key)) await alignHourlySums(session, survey);
  }
  await session.insert(
    tables.dirtySurveys,
    staleSurveys.map(({ survey }) => [survey.key]),
  );
  // Without statistics on the new rows an engine may choose a slow join.
  await session.run('ANALYZE events; ANALYZE dirty');
  await session.run('DELETE FROM surveys WHERE survey IN (SELECT survey FROM dirty)');
  await session.insert(
    tables.surveys,
    staleSurveys.map(({ row }) => row),
  );
  const [countRow] = await session.all(
    'SELECT count(*) FROM events e JOIN dirty d ON d.survey = e.survey',
  );
  const ofEvents = Number(countRow?.[0] ?? 0);
  const findSurvey = (key: number): Survey | undefined => surveys.get(key)?.survey;
  await computeDerivedTables(session, findSurvey, settings, (events) => {
    onProgress(events, ofEvents);
  });
}

async function readSettings(
  statements: Pick<Statements, 'all'>,
  tamperDelayMs: number,
): Promise<ComputationSettings> {
  const [alertFile] = await statements.all('SELECT 1 FROM files WHERE kind = $1 LIMIT 1', [
    'alerts',
  ]);
  return { tamperDelayMs, withAlerts: alertFile === undefined };
}

/** What each survey's derived tables were computed with. */
async function readComputationKeys(
  statements: Pick<Statements, 'all'>,
): Promise<ReadonlyMap<unknown, unknown>> {
  const rows = await statements.all('SELECT survey, computed_by FROM surveys');
  return new Map(rows.map(([survey, computationKey]) => [survey, computationKey]));
}

/**
 * Moves hourly sums that were stored in another zone, or by a version that stored them at the time
 * of their line, to the start of their hour.
 */
async function alignHourlySums(session: Session, survey: Survey): Promise<void> {
  const pages = readKeysetPages(
    session,
    `SELECT ts, line, told FROM events WHERE (ts, line) > ($1, $2) AND survey = $3 AND data IS NOT NULL ORDER BY ts, line LIMIT ${pageSize}`,
    [-Number.MAX_SAFE_INTEGER, -1],
    [survey.key],
  );
  for await (const rows of pages) {
    for (const [storedTs, line, storedLineTs] of rows) {
      const { ts, lineTs: lineTs } = hourlySumTime(survey, Number(storedLineTs ?? storedTs));
      if (ts === storedTs && lineTs === storedLineTs) continue;
      await session.run(
        'UPDATE events SET ts = $1, told = $2 WHERE survey = $3 AND ts = $4 AND line = $5',
        [ts, lineTs, survey.key, Number(storedTs), Number(line)],
      );
    }
  }
}
