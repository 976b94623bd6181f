// The sentences about verdicts, reasons, silence and ranks, as goldens in every language, and what holds for all of them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { AttentionEntry, EntryFigures } from '../../../lib/domain/signals/entry.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  findingSentence,
  rankText,
  verdictText,
} from '../../../lib/i18n/report-texts/signal-sentences.ts';
import { entryReasons } from '../../../lib/i18n/report-texts/entry-reasons.ts';
import { silenceSentence, usualRange } from '../../../lib/i18n/report-texts/usual-level-texts.ts';
import { fc } from '../../support/property-settings.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import { changeOf, ENTRIES, FINDINGS, HAPPY, RANKS, SILENCES, weekOf } from './signal-cases.ts';

/** Twelve weeks at two levels, and a week near one of them or between. */
const HISTORY = fc
  .record({
    levels: fc.tuple(fc.integer({ min: 5, max: 95 }), fc.integer({ min: 5, max: 95 })),
    at: fc.integer({ min: 4, max: 8 }),
    last: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: -8, max: 8 })),
    swings: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 12, maxLength: 12 }),
    responses: fc.integer({ min: 30, max: 600 }),
  })
  .map(({ levels: [first, second], at, last: [between, near], swings, responses }) => {
    const usualWeeks = swings.map((swing, i) => (i < at ? first : second) + swing);
    const shares = [...usualWeeks.slice(0, -1), between, first + near];
    return shares.map((share) => ({ share: Math.min(100, Math.max(0, share)), responses }));
  });

const report = createStoreReport(1);

function localizationOf(language: string): Localization {
  return createLocalization(report, language, messagesFor(language));
}

/** 'name: text', as a section of the golden. */
function section(title: string, texts: readonly (readonly [string, string])[]): string {
  return [
    `## ${title}`,
    ...texts.map(([name, text]) => `${name}: ${text === '' ? '(empty)' : text}`),
  ].join('\n');
}

function goldenOf(language: Language): string {
  const texts = localizationOf(language);
  return [
    section(
      'Findings',
      Object.entries(FINDINGS).map(([name, week]) => [name, findingSentence(week, texts)]),
    ),
    section(
      'Verdicts and usual ranges',
      Object.entries(FINDINGS).map(([name, { signal, indexType }]) => [
        name,
        [verdictText(signal, texts), signal === null ? '' : usualRange(signal, indexType, texts)]
          .filter((text) => text !== '')
          .join(' · '),
      ]),
    ),
    section(
      'Silence',
      Object.entries(SILENCES).map(([name, silence]) => [name, silenceSentence(silence, texts)]),
    ),
    section(
      'Reasons in the attention list',
      [...ENTRIES].map(([name, entry]) => [name, entryReasons(entry, texts).join(' · ')]),
    ),
    section(
      'Ranks',
      RANKS.map(([rankFrom, rankTo, places]) => [
        `${String(rankFrom)} to ${String(rankTo)} of ${String(places)}`,
        rankText({ rankFrom, rankTo }, places, texts),
      ]),
    ),
    '',
  ].join('\n\n');
}

describe('the texts of signals', () => {
  for (const language of LANGUAGES) {
    it(`match test/golden/signals-${language}.txt (UPDATE_GOLDEN=1 writes it)`, () => {
      const path = new URL(`../../golden/signals-${language}.txt`, import.meta.url);
      const golden = goldenOf(language);
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, golden);
      assert.equal(golden, readFileSync(path, 'utf8'));
    });

    it(`have no gaps, doubled signs or characters that the language writes otherwise: ${language}`, () => {
      for (const line of goldenOf(language).split('\n')) {
        assert.doesNotMatch(line, /undefined|NaN|null|\[object| {2}|\.\.|。。|[,;:]\./, line);
        const text = line.slice(line.indexOf(': ') + 2);
        // A plain space before a French colon could begin a line.
        if (language === 'fr') assert.doesNotMatch(text, / [:;!?»%]|['"]/, line);
        if (language === 'ar') assert.doesNotMatch(text.replaceAll(/\d,\d/g, ''), /[,;?]/, line);
        if (language === 'ja')
          assert.doesNotMatch(text.replaceAll(/\d,\d/g, ''), /[,;:?]|\. /, line);
      }
    });
  }
});

describe('the reasons of a place', () => {
  const english = localizationOf('en');
  const silent = ENTRIES.get('silent since Saturday');
  assert.ok(silent !== undefined);

  it('are its silence alone when that explains its few responses', () => {
    const figures = { ...silent.figures, responses: 128 };
    assert.deepEqual(entryReasons({ ...silent, also: ['volumeLow'], figures }, english), [
      'No responses since Saturday (usually 60 a day): check the device',
    ]);
    const inAlarm = { ...figures, badMinutes: 1870 };
    const entry: AttentionEntry = {
      ...silent,
      kind: 'inAlarm',
      also: ['silent', 'volumeLow'],
      figures: inAlarm,
    };
    assert.equal(entryReasons(entry, english).length, 2);
  });

  it('tell a silence as ongoing that only closed days follow', () => {
    const friday = { fromDay: 4, days: 2, expected: 120 };
    const reasonsOf = (figures: EntryFigures): readonly string[] =>
      entryReasons({ ...silent, figures }, english);
    assert.deepEqual(reasonsOf({ ...friday, ongoing: true }), [
      'No responses since Friday (usually 60 a day): check the device',
    ]);
    const pastReasons = ['No responses for 2 days from Friday (usually 60 a day)'];
    assert.deepEqual(reasonsOf({ ...friday, ongoing: false }), pastReasons);
    // An entry of an earlier report doesn't say whether closed days follow.
    assert.deepEqual(reasonsOf(friday), pastReasons);
  });
});

describe('the finding', () => {
  const english = localizationOf('en');
  const finding = (name: string): string => {
    const week = FINDINGS[name];
    return week === undefined ? '' : findingSentence(week, english);
  };

  it('names the last earlier week that was as low', () => {
    assert.match(finding('lowest since a week'), /^Lowest since week 35: 50, usually 60–80\.$/);
  });

  it('compares with weeks of at least 10 responses only', () => {
    const shares = [70, 72, 69, 71, 73, 70, { share: 0, responses: 9 }, 71, 72, 70, 69, 71, 50];
    assert.match(findingSentence(weekOf(shares), english), /^Lowest in 13 weeks: 50,/);
  });

  it('counts the weeks since the first one with enough responses', () => {
    assert.match(finding('lowest in 9 weeks'), /^Lowest in 9 weeks: 50,/);
  });

  it('claims no extreme when the last week was more extreme', () => {
    assert.match(
      finding('lower, but a week of few responses was lower still'),
      /^50\. Below usual/,
    );
  });

  it('prints no range that contains the deviating value', () => {
    assert.match(finding('low twice in three weeks, within the limits'), /usually about 70\.$/);
    for (const [name, { signal }] of Object.entries(FINDINGS)) {
      if (signal?.verdict !== 'better' && signal?.verdict !== 'worse') continue;
      const match = /: (\d+), usually (\d+)–(\d+)\.$/.exec(finding(name));
      if (match === null) continue;
      const [value = 0, lower = 0, upper = 0] = match.slice(1).map(Number);
      assert.ok(value < lower || value > upper, finding(name));
    }
  });

  it('tells the level that changed when this week is like the weeks before', () => {
    assert.match(
      finding('a lower level, this week like the earlier one'),
      /^72\. The usual level fell from 72 to 66 in week 41\.$/,
    );
    assert.match(finding('a lower level'), /^21\. Down from 71 since week 41\.$/);
  });

  it('tells a fall to the level before the usual one, and never as a return', () => {
    const text = '29, down from 68; as low as until week 38';
    assert.equal(finding('fell to the earlier level'), `${text}.`);
    const entry = ENTRIES.get('fell to the earlier level');
    assert.ok(entry !== undefined);
    assert.deepEqual(entryReasons(entry, english), [text]);
    const { trend, ...week } = weekOf([22, 24, 21, 22, 23, 67, 68, 69, 25, 67, 70, 53, 29]);
    assert.match(findingSentence({ trend, ...week }, english), /^29\. Below usual .* week 45\.$/);
  });

  it('and the reasons tell a return to the earlier level only of a week that rose, in every language', () => {
    const localizations = LANGUAGES.map(localizationOf);
    const returns = { up: 0, fallen: 0 };
    fc.assert(
      fc.property(HISTORY, (shares) => {
        const week = weekOf(shares);
        const { signal, index, trend } = week;
        const earlierUsual = signal?.earlierUsual ?? null;
        if (signal === null || index === null || earlierUsual === null) return;
        const previous = trend.slice(0, -1).findLast(({ responses }) => responses >= 10);
        const hasRisen = index > (previous?.index ?? NaN) && signal.verdict === 'better';
        for (const texts of localizations) {
          const { signals } = texts.words;
          const text = (of: number | null): string => texts.formats.index(of, week.indexType);
          const [value, earlier, usual] = [text(index), text(earlierUsual), text(signal.usual)];
          const returnSentence = signals.backToEarlier({ value, earlier, usual });
          const isReturn = findingSentence(week, texts) === returnSentence;
          const reason = signals.reasons.backToEarlier({ index: value, earlier });
          const isReturnOfEntry = changeOf(week).some((entry) =>
            entryReasons(entry, texts).includes(reason),
          );
          assert.equal(isReturn, isReturnOfEntry);
          assert.ok(hasRisen || !isReturn, `${String(previous?.index)} to ${String(index)}`);
          if (isReturn) returns.up += 1;
          else if (Math.abs(index - earlierUsual) < 5 && signal.verdict === 'worse')
            returns.fallen += 1;
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(returns.up > 50 && returns.fallen > 50, JSON.stringify(returns));
  });

  it('is the silence of a survey without responses, and empty without one', () => {
    const week = weekOf([70, 72, 69, 71, 73, 70, 68, 71, 72, 70, 69, 71, null]);
    const silent = SILENCES['all week'] ?? null;
    assert.match(findingSentence({ ...week, silent }, english), /^No responses all week/);
    assert.equal(findingSentence(week, english), '');
    assert.equal(findingSentence({ ...week, ...HAPPY, silent: null }, english), '');
  });

  it('gives no verdict of a report of an earlier version', () => {
    assert.equal(finding('of an earlier version'), 'Happy Index 70.');
    assert.equal(verdictText(null, english), '');
  });

  it('shows no range when its limits are printed alike', () => {
    assert.equal(finding('as usual, limits printed alike'), '100, as usual.');
  });

  it('claims an extreme only when it is true of the weeks with at least 10 responses', () => {
    const share = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 60, max: 80 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 100 }) },
      { weight: 1, arbitrary: fc.record({ share: fc.constant(0), responses: fc.constant(9) }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const claims = { since: 0, ofWeeks: 0 };
    fc.assert(
      fc.property(fc.array(share, { minLength: 13, maxLength: 13 }), (shares) => {
        const { trend, ...week } = weekOf(shares);
        const text = findingSentence({ ...week, trend }, english);
        const earlier = trend
          .slice(0, -1)
          .filter(({ responses }) => responses >= 10)
          .map((past) => ({ week: past.week, index: past.index ?? NaN }));
        const sign = text.startsWith('Lowest') ? 1 : -1;
        const isLess = ({ index }: { readonly index: number }): boolean =>
          (index - (week.index ?? NaN)) * sign > 0;
        const [, named] = /^(?:Lowest|Highest) since week (\d+):/.exec(text) ?? [];
        if (named !== undefined) {
          claims.since += 1;
          const position = earlier.findIndex((past) => past.week === `2026-W${named}`);
          assert.ok(position !== -1 && position < earlier.length - 1, text);
          assert.ok(earlier[position] !== undefined && !isLess(earlier[position]), text);
          assert.ok(earlier.slice(position + 1).every(isLess), text);
        } else if (/^(?:Lowest|Highest) in/.test(text)) {
          claims.ofWeeks += 1;
          assert.ok(earlier.every(isLess), text);
        }
      }),
      { numRuns: 1500 },
    );
    assert.ok(claims.since > 5 && claims.ofWeeks > 5, JSON.stringify(claims));
  });
});
