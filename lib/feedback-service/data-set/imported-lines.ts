// Merges lines that repeat an earlier line: events with the same id, imported alerts with the same key.
// The lines are compared in the database, so that they need not fit into memory.
import { isDeepStrictEqual } from 'node:util';
import type { DatabaseRow, Session } from '../database/database.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

/**
 * Deletes events that repeat the id of an earlier event of their survey and returns their number.
 * Throws a DataSetError when one of them differs from the earlier event. `lastLineBefore` is the number
 * of the last line before this import.
 */
export async function mergeEvents(
  session: Session,
  lastLineBefore: number,
  maxFaults: number,
): Promise<number> {
  const repeatCount = await compareRepeats(
    session,
    lastLineBefore,
    maxFaults,
    'SELECT e.line, e.id, e.survey, coalesce(e.told, e.ts), e.r, e.device, e.follow_up, e.text, e.relevance, e.spam, e.is_old_web_item, e.data FROM events e WHERE e.id IS NOT NULL AND (e.survey, e.id) IN (SELECT n.survey, n.id FROM events n WHERE n.id IS NOT NULL AND n.line > $1 AND EXISTS (SELECT 1 FROM events f WHERE f.survey = n.survey AND f.id = n.id AND f.line < n.line)) ORDER BY e.survey, e.id, e.line',
    (earlier, row) => {
      if (earlier[1] !== row[1] || earlier[2] !== row[2]) return 'otherKey';
      const field = eventFields.find((_, i) => earlier[3 + i] !== row[3 + i]);
      if (field === undefined) return { earlier };
      const advice = field === 'data' ? correctionAdvice : '';
      return {
        fault: `id belongs to an earlier event of survey ${row[2]} with a different ${field}${advice}`,
      };
    },
  );
  if (repeatCount > 0) {
    await session.run(
      'DELETE FROM events WHERE id IS NOT NULL AND line > $1 AND line > (SELECT min(f.line) FROM events f WHERE f.survey = events.survey AND f.id = events.id)',
      [lastLineBefore],
    );
  }
  return repeatCount;
}

/** A line of an hourly sum that replaces earlier ones with its id. */
export interface Correction {
  readonly survey: number;
  readonly ts: number;
  readonly id: string;
  readonly line: number;
}

/** Deletes the hourly sums that are corrected; called when the index by id exists. */
export async function deleteCorrected(
  session: Session,
  corrections: readonly Correction[],
): Promise<void> {
  for (const { survey, id, ts, line } of corrections) {
    await session.run(
      'DELETE FROM events WHERE survey = $1 AND id = $2 AND ts = $3 AND line < $4 AND data IS NOT NULL',
      [survey, id, ts, line],
    );
  }
}

const correctionAdvice = ': correctedAt, which service import --replace adds, replaces it';

/** Names of fields in lines, in the order of the columns. */
const eventFields = ['ts', 'r', 'device', 'f', 'text', 'relevance', 'spam', 'o', 'data'] as const;

/**
 * Merges imported alerts with the same key and returns the number of repeated lines. A line with an
 * endTime closes the alert; nothing else may differ.
 */
export async function mergeAlerts(
  session: Session,
  lastLineBefore: number,
  maxFaults: number,
): Promise<number> {
  const repeatCount = await compareRepeats(
    session,
    lastLineBefore,
    maxFaults,
    'SELECT a.line, a.key, a.survey, a.alert_type, a.specification, a.began, a.parameters, a.ended, a.is_foreseen FROM (SELECT key FROM alerts WHERE line IS NOT NULL GROUP BY key HAVING count(*) > 1 AND max(line) > $1) g JOIN alerts a ON a.key = g.key AND a.line IS NOT NULL ORDER BY a.key, a.line',
    (earlier, row) => {
      if (earlier[1] !== row[1]) return 'otherKey';
      const field = differingAlertField(earlier, row);
      if (field !== undefined)
        return { fault: `key belongs to an earlier alert with a different ${field}` };
      return { earlier: earlier[8] === 1 ? row : earlier };
    },
  );
  if (repeatCount > 0) {
    const closedAlerts =
      'FROM alerts c WHERE c.key = alerts.key AND c.line IS NOT NULL AND c.is_foreseen = 0';
    await session.run(
      `UPDATE alerts SET is_foreseen = 0, ended = (SELECT min(c.ended) ${closedAlerts}) WHERE line IS NOT NULL AND is_foreseen = 1 AND EXISTS (SELECT 1 ${closedAlerts})`,
    );
    await session.run(
      'DELETE FROM alerts WHERE line > $1 AND line > (SELECT min(f.line) FROM alerts f WHERE f.key = alerts.key AND f.line IS NOT NULL)',
      [lastLineBefore],
    );
  }
  return repeatCount;
}

function differingAlertField(earlier: DatabaseRow, row: DatabaseRow): string | undefined {
  const fields = ['survey', 'alertType', 'alertSpecification', 'beginTime'] as const;
  const differingField = fields.find((_, i) => earlier[2 + i] !== row[2 + i]);
  if (differingField !== undefined) return differingField;
  const [earlierParameters, parameters] = [earlier[6], row[6]].map((text): unknown =>
    JSON.parse(String(text)),
  );
  if (!isDeepStrictEqual(earlierParameters, parameters)) return 'parameters';
  const areClosed = earlier[8] === 0 && row[8] === 0;
  return areClosed && earlier[7] !== row[7] ? 'endTime' : undefined;
}

/** With the same key, the next row is compared with `earlier`. */
type RepeatComparison = 'otherKey' | { readonly earlier: DatabaseRow } | { readonly fault: string };

/**
 * `sql` selects the rows that share a key, ordered by key, then by line, which is their first column.
 * Returns the number of repeated rows; throws a DataSetError when there are faults.
 */
async function compareRepeats(
  session: Session,
  lastLineBefore: number,
  maxFaults: number,
  sql: string,
  compare: (earlier: DatabaseRow, row: DatabaseRow) => RepeatComparison,
): Promise<number> {
  let earlier: DatabaseRow | undefined;
  let faults: { readonly line: number; readonly reason: string }[] = [];
  let [repeatCount, faultCount] = [0, 0];
  for await (const rows of session.batches(sql, [lastLineBefore])) {
    for (const row of rows) {
      const comparison = earlier === undefined ? 'otherKey' : compare(earlier, row);
      if (comparison === 'otherKey') {
        earlier = row;
        continue;
      }
      repeatCount += 1;
      if ('earlier' in comparison) ({ earlier } = comparison);
      else {
        faultCount += 1;
        faults.push({ line: Number(row[0]), reason: comparison.fault });
        // The first ones are kept, in batches, because sorting for each one would be slow.
        if (faults.length >= 2 * maxFaults + keptFaults) faults = firstFaults(faults, maxFaults);
      }
    }
  }
  if (faultCount === 0) return repeatCount;
  const problems: DataProblem[] = [];
  for (const { line, reason } of firstFaults(faults, maxFaults)) {
    problems.push({ ...(await locateLine(session, line)), reason });
  }
  throw new DataSetError(problems, faultCount - problems.length);
}

const keptFaults = 1_000;

function firstFaults<Fault extends { readonly line: number }>(
  faults: readonly Fault[],
  maxFaults: number,
): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line).slice(0, maxFaults);
}

/** Converts a line number of the data set into a file and the line number in it. */
async function locateLine(session: Session, line: number): Promise<Omit<DataProblem, 'reason'>> {
  const [row] = await session.all(
    'SELECT name, coalesce((SELECT max(b.last_line) FROM files b WHERE b.last_line < $1), 0) FROM files WHERE last_line >= $1 ORDER BY last_line LIMIT 1',
    [line],
  );
  return { file: String(row?.[0]), line: line - Number(row?.[1] ?? 0) };
}
