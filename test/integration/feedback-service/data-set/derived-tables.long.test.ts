// The derived tables after several imports are those of one import of everything.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openDataSet } from '../../../../lib/feedback-service/index.ts';
import { instant } from '../../../support/feedback-service/acme.ts';
import { fc } from '../../../support/property-settings.ts';
import { noon } from '../../../support/feedback-service/served-company.ts';

const minuteMs = 60_000;
const start = instant('2026-10-24T20:00:00Z');

function specification(key: number, alertType: string, parameters: object): object {
  return { key, alertType, parameters };
}

/** Zones with whole, three quarter and repeated hours. */
function companyOf(timeZone: string): object {
  const alertSpecifications = [
    specification(1, 'feedbackCount', { windowMin: 60, countThreshold: 2, responseFilter: [0, 1] }),
    specification(2, 'negative', { windowMin: 3_000, threshold: 40, countThreshold: 3 }),
    specification(3, 'indexThreshold', {
      windowMin: 20_000,
      threshold: 50,
      thresholdType: 'under',
    }),
  ];
  const survey = { question: 7, timeZone, surveyType: 'TERMINAL', indexType: 'HAPPY' };
  return {
    credentials: [],
    misuse: { tamperDelaySeconds: 900 },
    questions: [{ key: 7, name: 'How was it?', locale: 'en', followUps: [] }],
    root: {
      key: 1,
      name: 'Acme',
      surveys: [11, 12].map((key) => ({
        ...survey,
        key,
        feedbackScale: 'FOUR',
        alertSpecifications,
      })),
    },
  };
}

const line = fc
  .record({
    survey: fc.constantFrom(11, 12),
    minute: fc.nat(20 * 1440),
    r: fc.nat(3),
    device: fc.constantFrom(undefined, 1, 2),
    isHourlySum: fc.nat(9).map((n) => n === 0),
    id: fc.option(fc.nat(1_000), { nil: undefined }),
  })
  .map(({ survey, minute, r, device, isHourlySum, id }) => {
    const ts = new Date(start + minute * minuteMs).toISOString();
    return isHourlySum ? { survey, ts, data: [r, 1, 0, 2] } : { survey, ts, r, device, id };
  });

type Line = ReturnType<(typeof line)['generate']>['value'];

/** The first line of each id, since another one with it would be a fault. */
function withUniqueIds(lines: readonly Line[]): readonly Line[] {
  const ids = new Set<string>();
  return lines.filter((one) => {
    if (!('id' in one) || one.id === undefined) return true;
    const id = `${one.survey} ${one.id}`;
    return ids.size < ids.add(id).size;
  });
}

async function derivedRows(
  timeZone: string,
  imports: readonly (readonly Line[])[],
): Promise<unknown> {
  const directory = await mkdtemp(join(tmpdir(), 'derived-'));
  try {
    await writeFile(join(directory, 'company.json'), JSON.stringify(companyOf(timeZone)));
    for (const [i, lines] of imports.entries()) {
      const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
      await writeFile(join(directory, `feedback-${String(i).padStart(2, '0')}.ndjson`), text);
      await (await openDataSet({ directory, clock: () => noon })).close();
    }
    const file = new DatabaseSync(join(directory, 'service.sqlite'));
    const rows = ['sums', 'repeats', 'alerts'].map((table) =>
      file
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    );
    file.close();
    return rows;
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('sums, repeats and alerts', () => {
  it('are after several imports what they are after one of all lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Europe/Helsinki', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'),
        fc.array(line, { minLength: 2, maxLength: 120 }),
        fc.array(fc.nat(120), { minLength: 1, maxLength: 4 }),
        async (timeZone, generated, cuts) => {
          const lines = withUniqueIds(generated);
          const bounds = [0, ...cuts.sort((a, b) => a - b), lines.length];
          const imports = bounds.slice(1).map((end, i) => lines.slice(bounds[i], end));
          // Equal times count in the order of lines, which is that of the imports.
          assert.deepEqual(
            await derivedRows(timeZone, imports),
            await derivedRows(timeZone, [imports.flat()]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
