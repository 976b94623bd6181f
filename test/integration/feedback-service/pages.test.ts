// Pages of feedback, which the database reads in several statements; repeated with PostgreSQL.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { propertyRuns, testDatabase, type FeedbackLine } from '../../support/data-set.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { pageOf, serve, type Served } from '../../support/feedback-service/served-company.ts';

function at(seconds: number): number {
  return instant('2026-11-09T10:00:00Z') + seconds * 1000;
}

describe('a page', () => {
  const text = { text: 'x', isOldWebItem: false };
  const manyLines = (count: number): readonly FeedbackLine[] =>
    Array.from({ length: count }, (_, i) => ({ ts: at(i), r: i % 4, open: text }));

  // With PostgreSQL pages of 10,000 items suffice.
  if (testDatabase === undefined) {
    it('ends at the documented caps: 10,000 with open feedback, 150,000 without', async (t) => {
      const { ask } = await serve(t, companyOf([survey(11)], { 11: manyLines(150_001) }));
      const sizes: Readonly<Record<string, number>> = {
        openfeedback: 10_000,
        'rawresults?openfeedback=true': 10_000,
        'rawresults?followup=true': 150_000,
        rawresults: 150_000,
      };
      for (const [path, size] of Object.entries(sizes)) {
        const { meta, data } = pageOf(await ask(`/v1/surveys/11/${path}`));
        assert.equal(data.length, size, path);
        assert.equal(meta.moreResultsAfter, data.at(-1)?.ts?.replace('.000', '.001'), path);
      }
    });
  }

  it('is whole, with empty meta, when exactly the cap is there', async (t) => {
    const { ask } = await serve(t, companyOf([survey(11)], { 11: manyLines(10_000) }));
    const { meta, data } = pageOf(await ask('/v1/surveys/11/openfeedback'));
    assert.deepEqual([meta, data.length], [{}, 10_000]);
  });

  it('ends with all items of its last ts, one millisecond before the next page', async (t) => {
    const lines = [0, 0, 0, 0, 1, 1, 2].map((second) => ({ ts: at(second), r: 0 }));
    const company = companyOf([survey(11)], { 11: lines });
    const { ask } = await serve(t, company, { caps: { raw: 2 } });
    const from = 'date_start=2026-11-09T10:00:00Z';
    const { meta, data } = pageOf(await ask(`/v1/surveys/11/rawresults?${from}`));
    assert.deepEqual([meta.moreResultsAfter, data.length], ['2026-11-09T12:00:00.001+0200', 4]);
  });

  it('returns every item once, page after page, with any ties, to clients of either reading', async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(8), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (seconds, cap) => {
          const lines = seconds.map((second, i) => ({
            ts: at(second),
            r: 0,
            open: { text: String(i), isOldWebItem: false },
          }));
          const company = companyOf([survey(11)], { 11: lines });
          const { ask } = await serve(t, company, {
            caps: { rawWithOpenFeedback: cap, openFeedback: cap },
          });
          for (const path of ['rawresults?openfeedback=true', 'openfeedback?x=1']) {
            for (const [reading, keep] of Object.entries(readings)) {
              const items = await everything(ask, `/v1/surveys/11/${path}`, keep);
              assert.equal(items.length, lines.length, reading);
              assert.equal(new Set(items).size, lines.length, reading);
            }
          }
        },
      ),
      propertyRuns(40),
    );
  });
});

type Continue = (items: Page['data'], next: string) => Page['data'];
type Page = ReturnType<typeof pageOf>;

/** What clients take `moreResultsAfter` for; each asks again from there and keeps some of the page. */
const readings: Readonly<Record<string, Continue>> = {
  'the start of what is missing': (items) => items,
  'a time that the next page repeats': (items, next) =>
    items.filter(({ ts = '' }) => Date.parse(ts) < Date.parse(next)),
};

async function everything(
  ask: Served['ask'],
  path: string,
  keep: Continue,
): Promise<readonly string[]> {
  const items: string[] = [];
  let from = '';
  for (;;) {
    const { meta, data } = pageOf(await ask(path + from));
    const next = meta.moreResultsAfter;
    const pageItems = next === undefined ? data : keep(data, next);
    items.push(...pageItems.map((item) => JSON.stringify(item)));
    if (next === undefined) return items;
    const query = `&date_start=${encodeURIComponent(next)}`;
    assert.notEqual(query, from, 'the next page starts where this one did');
    from = query;
  }
}
