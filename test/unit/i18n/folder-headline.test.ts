// The sentences about folders and the entries of their lists, in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { stateTexts } from '../../../lib/i18n/report-texts/entry-texts.ts';
import type { ListedPlaces, Together } from '../../../lib/i18n/report-texts/folder-headline.ts';
import {
  closureSentences,
  entryName,
  folderFinding,
  weakSentence,
} from '../../../lib/i18n/report-texts/folder-headline.ts';
import { assertGolden } from '../../support/golden.ts';
import { entryOf, ENTRIES, folderOf, FOLDERS } from './folder-cases.ts';
import { assertTypography } from './place-cases.ts';
import { STATE_WORDS } from './state-words.ts';

function localizationOf(report: Report, language: string): Localization {
  return createLocalization(report, language, messagesFor(language));
}

function textOf(report: Report, language: string): string {
  const localization = localizationOf(report, language);
  const { headline, details } = folderFinding(
    report,
    listedOf(report),
    togetherOf(report),
    localization,
  );
  return [
    headline,
    ...details,
    ...closureSentences(report, localization),
    weakSentence(report.summary.attention, listedOf(report).all, localization),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** As in a folder where every place has a level. */
function listedOf({ summary: { attention } }: Report): ListedPlaces {
  const { places, counts, weak } = attention;
  const usual = places - counts.recovered - counts.better - weak.length;
  return { all: places, compared: places, usual };
}

/** The figures of the only kind of index, whose contributions are of the folders directly below. */
function togetherOf({ folder, summary }: Report): Together | null {
  const [group] = summary.groups;
  if (group === undefined || group.index === null || group.level.usual === null) return null;
  return {
    value: group.index,
    usual: group.level.usual,
    parts: group.why
      .filter((part) => part.survey === null || part.folder === folder.key)
      .map(({ folder: key, rate }) => ({ folder: key, rate, place: null })),
  };
}

const [ANY = folderOf({})] = Object.values(FOLDERS);

function linesOf(language: Language): readonly string[] {
  const texts = localizationOf(ANY, language);
  return [
    ...Object.entries(FOLDERS).map(([name, report]) => `${name}: ${textOf(report, language)}`),
    ...Object.entries(ENTRIES).map(
      ([name, entry]) => `entry, ${name}: ${stateTexts(entry, texts).join(' · ')}`,
    ),
  ];
}

describe('the sentences about folders', () => {
  it('match test/golden/folder-texts.txt in English (UPDATE_GOLDEN=1 writes it)', () => {
    assertGolden('folder-texts.txt', `${linesOf('en').join('\n')}\n`);
  });

  for (const language of LANGUAGES) {
    it(`have no gaps, doubled signs or characters that the language writes otherwise: ${language}`, () => {
      for (const line of linesOf(language)) {
        assertTypography(line.slice(line.indexOf(': ') + 2), language);
      }
    });

    it(`speak of recovery only where a place has recovered: ${language}`, () => {
      for (const [name, report] of Object.entries(FOLDERS)) {
        if (report.summary.attention.counts.recovered > 0) continue;
        // "Rose" is the same word in some languages.
        if (name === 'all rose' || name === 'all fell, subfolders named') continue;
        assert.doesNotMatch(textOf(report, language), STATE_WORDS[language].recovered, name);
      }
    });
  }

  it('name the place from which most of a part comes, unless another has its name', () => {
    const report = FOLDERS['lower because of folders'] ?? assert.fail();
    const PART = 100;
    const [named, other] = report.summary.places
      .map(({ folder }) => folder)
      .filter(({ key }) => key !== PART);
    assert.ok(named !== undefined && other !== undefined);
    const headlineOf = (places: Report['summary']['places']): string => {
      const renamed = { ...report, summary: { ...report.summary, places } };
      const part = { folder: PART, rate: -3.1, place: { folder: named.key, rate: -2 } };
      const together = { value: 66, usual: 69, parts: [part] };
      return folderFinding(renamed, listedOf(report), together, localizationOf(renamed, 'en'))
        .headline;
    };
    const { places } = report.summary;
    assert.equal(headlineOf(places), `66, usually 69: because of ${named.name} (−2.0 of −3.0).`);
    const twins = places.map((place) =>
      place.folder.key === other.key
        ? { ...place, folder: { ...place.folder, name: named.name } }
        : place,
    );
    assert.doesNotMatch(headlineOf(twins), new RegExp(named.name));
  });

  it('never say of a partial report that all is well', () => {
    for (const report of Object.values(FOLDERS)) {
      const text = textOf({ ...report, status: 'partial' }, 'en');
      assert.doesNotMatch(text, /as usual|Nothing needs a call|No new trouble|No place fell/);
    }
  });
});

describe('the texts of entries', () => {
  const texts = localizationOf(ANY, 'en');

  for (const language of LANGUAGES) {
    it(`have the level that the week is compared with, and no word of another state: ${language}`, () => {
      const localization = localizationOf(ANY, language);
      for (const entry of Object.values(ENTRIES)) {
        const [text = ''] = stateTexts(entry, localization);
        if (entry.state !== 'recovered') assert.doesNotMatch(text, STATE_WORDS[language].recovered);
        if (entry.state !== 'better') assert.doesNotMatch(text, STATE_WORDS[language].better);
        assert.doesNotMatch(text, STATE_WORDS[language].usual);
        assert.doesNotMatch(text, /\d[–～…]\d/u);
        const { was, usual } = entry.figures;
        const isCompared = ['new', 'still', 'better', 'recovered'].includes(entry.state);
        if (isCompared) assert.ok(text.includes(String(was ?? usual)), text);
      }
    });
  }

  it('have the question of a survey whose folder has several in the list', () => {
    const first = entryOf('new', 1);
    const second = { ...first, survey: { key: 2, name: 'How clean was it?' } };
    assert.equal(entryName(first, [first], texts), 'Store 1');
    assert.equal(entryName(second, [first, second], texts), 'Store 1 › How clean was it?');
  });
});
