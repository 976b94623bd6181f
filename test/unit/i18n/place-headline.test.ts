// The sentences about places: one for each state, in every language, and what holds for all of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlaceCase } from './place-cases.ts';
import { ADDITIONS, assertTypography, levelSd, PLACES } from './place-cases.ts';
import { randomPlaces } from './random-places.ts';
import { STATE_WORDS } from './state-words.ts';
import { isSmall } from '../../../lib/domain/signals/small.ts';
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { usualRange } from '../../../lib/i18n/report-texts/level-range.ts';
import {
  alarmSentences,
  placeDetails,
  settingSentences,
} from '../../../lib/i18n/report-texts/place-additions.ts';
import { placeHeadline } from '../../../lib/i18n/report-texts/place-headline.ts';
import { assertGolden } from '../../support/golden.ts';
import { fc } from '../../support/property-settings.ts';

const NO_PLACES = { folder: { key: 1, name: 'Store' }, subfolders: [], surveys: [], path: [] };

function localizationOf(language: string): Localization {
  const report = {
    ...NO_PLACES,
    folder: { ...NO_PLACES.folder, path: [] },
    summary: { places: [] },
  };
  return createLocalization(report, language, messagesFor(language));
}

const LOCALIZATIONS = new Map(LANGUAGES.map((language) => [language, localizationOf(language)]));

function additionsOf(place: PlaceCase, language: Language): string {
  const localization = localizationOf(language);
  const { bad, good } = alarmSentences(place, localization);
  return [...placeDetails(place, localization), ...settingSentences(place, localization), bad, good]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Lines 'name: text' of all cases in a language. */
function linesOf(language: Language): readonly string[] {
  const texts = localizationOf(language);
  const line = (name: string, text: string): string =>
    `${name}: ${text === '' ? '(nothing)' : text}`;
  return [
    ...Object.entries(PLACES).map(([name, place]) => line(name, placeHeadline(place, texts))),
    ...Object.entries(ADDITIONS).map(([name, place]) => line(name, additionsOf(place, language))),
  ];
}

const STATES = [
  'silent',
  'new',
  'still',
  'recovered',
  'better',
  'newPlace',
  'tooFew',
  'usual',
] as const;

/** The first case of each state. */
function exampleOf(state: LevelState): PlaceCase {
  const place = Object.values(PLACES).find(({ level }) => level.state === state);
  assert.ok(place !== undefined);
  return place;
}

describe('the sentences about places', () => {
  it('match test/golden/place-texts.txt in English (UPDATE_GOLDEN=1 writes it)', () => {
    assertGolden('place-texts.txt', `${linesOf('en').join('\n')}\n`);
  });

  it('match test/golden/states.txt for each state in every language', () => {
    const sections = STATES.map((state) => {
      const lines = LANGUAGES.map((language) => {
        const texts = localizationOf(language);
        const heading = texts.words.signals.states[state];
        return `${language}: ${heading} · ${placeHeadline(exampleOf(state), texts)}`;
      });
      return [`## ${state}`, ...lines].join('\n');
    });
    assertGolden('states.txt', `${sections.join('\n\n')}\n`);
  });

  for (const language of LANGUAGES) {
    it(`have no gaps, doubled signs or characters that the language writes otherwise: ${language}`, () => {
      for (const line of linesOf(language)) {
        assertTypography(line.slice(line.indexOf(': ') + 2), language);
      }
    });
  }

  it('are the same whatever else is known of a place of that state', () => {
    const texts = localizationOf('en');
    for (const place of Object.values(PLACES)) {
      const withReason = { ...place, reason: ADDITIONS['more presses']?.reason ?? null, parts: [] };
      assert.equal(placeHeadline(withReason, texts), placeHeadline(place, texts));
    }
  });
});

/** Sentences of a state have no word of another; a week that is usual after low ones is not called "as usual". */
function assertOwnWords(place: PlaceCase, language: Language): void {
  const texts = LOCALIZATIONS.get(language) ?? localizationOf(language);
  const { state, last } = place.level;
  const text = placeHeadline(place, texts);
  const wasLow = state === 'usual' && last?.verdict === 'low';
  for (const other of STATES) {
    // Without history, a week may have too few responses as well.
    if (state === null && other === 'tooFew') continue;
    if (other === state && !(other === 'usual' && wasLow)) continue;
    assert.doesNotMatch(text, STATE_WORDS[language][other], `${language}, ${String(state)}`);
  }
}

function assertLevelBeside(place: PlaceCase, texts: Localization): void {
  const { level, indexType } = place;
  const { state, usual, was } = level;
  if (state !== 'new' && state !== 'still' && state !== 'better' && state !== 'recovered') return;
  const text = placeHeadline(place, texts);
  const levels = state === 'recovered' ? [was, usual] : [usual];
  for (const value of levels) {
    assert.ok(text.includes(texts.formats.index(value, indexType)), `${text}: ${String(value)}`);
  }
  const range = usualRange(level, indexType, texts);
  // Limits that are printed alike are one number, perhaps the level's.
  assert.ok(!/\D/u.test(range) || !text.includes(range), text);
  assert.doesNotMatch(text, /\d[–～…]\d/u);
}

describe('a sentence about a state', () => {
  for (const language of LANGUAGES) {
    it(`has no word of another state: ${language}`, () => {
      for (const place of Object.values(PLACES)) assertOwnWords(place, language);
      fc.assert(
        fc.property(randomPlaces(), (place) => {
          assertOwnWords(place, language);
        }),
      );
    });

    it(`has a word of its own state, which the list of words knows: ${language}`, () => {
      const texts = localizationOf(language);
      for (const state of STATES) {
        const words = [texts.words.signals.states[state], placeHeadline(exampleOf(state), texts)];
        assert.match(words.join(' '), STATE_WORDS[language][state]);
      }
    });

    it(`has the level that the week is compared with, and no range unless it is usual: ${language}`, () => {
      const texts = localizationOf(language);
      for (const place of Object.values(PLACES)) assertLevelBeside(place, texts);
      fc.assert(
        fc.property(randomPlaces(), (place) => {
          assertLevelBeside(place, texts);
        }),
      );
    });
  }

  it('is never one of recovery for a place that fell by more than twice its standard deviation', () => {
    const texts = localizationOf('en');
    const fell = randomPlaces().filter((place) => {
      const sd = levelSd(place);
      const last = place.trend.at(-2)?.index ?? null;
      if (sd === null || last === null || place.index === null || isSmall(place.level))
        return false;
      return last - place.index > 2 * sd;
    });
    fc.assert(
      fc.property(fell, (place) => {
        assert.notEqual(place.level.state, 'recovered');
        assert.doesNotMatch(placeHeadline(place, texts), STATE_WORDS.en.recovered);
      }),
      { numRuns: 200 },
    );
  });

  it('is one of "better" only for a place above the level that it is compared with', () => {
    fc.assert(
      fc.property(randomPlaces(), ({ level, index }) => {
        if (level.state !== 'better') return;
        const value = isSmall(level) ? level.fourWeeks?.index : index;
        assert.ok((value ?? 0) > (level.usual ?? 100));
      }),
      { numRuns: 500 },
    );
  });
});
