// The sentences about folders and the entries of their lists, in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { sectionsOf } from '../../../lib/domain/signals/folder-list.ts';
import type { EntryState } from '../../../lib/domain/signals/model.ts';
import { ENTRY_STATES } from '../../../lib/domain/signals/model.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { alsoText, entryTexts } from '../../../lib/i18n/report-texts/entry-texts.ts';
import { entryName, folderHeadline } from '../../../lib/i18n/report-texts/folder-headline.ts';
import { assertGolden } from '../../support/golden.ts';
import { fc } from '../../support/property-settings.ts';
import { entryOf, ENTRIES, entriesOf, folderOf, FOLDERS } from './folder-cases.ts';
import { assertTypography } from './place-cases.ts';
import { STATE_WORDS } from './state-words.ts';

function localizationOf(report: Report, language: string): Localization {
  return createLocalization(report, language, messagesFor(language));
}

function textOf(report: Report, language: string): string {
  const { headline, more } = folderHeadline(report, localizationOf(report, language));
  return [headline, ...more].join(' ');
}

const [ANY = folderOf({})] = Object.values(FOLDERS);

function linesOf(language: Language): readonly string[] {
  const texts = localizationOf(ANY, language);
  return [
    ...Object.entries(FOLDERS).map(([name, report]) => `${name}: ${textOf(report, language)}`),
    ...Object.entries(ENTRIES).map(
      ([name, entry]) => `entry, ${name}: ${entryTexts(entry, texts).join(' · ')}`,
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
        const [text = ''] = entryTexts(entry, localization);
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

  it('name every entry of a list, in full or in the last line of its section', () => {
    const counts = fc.record(
      Object.fromEntries(ENTRY_STATES.map((state) => [state, fc.nat({ max: 12 })])),
    );
    fc.assert(
      fc.property(counts, (numbers: Partial<Record<EntryState, number>>) => {
        const entries = entriesOf(numbers);
        const named = sectionsOf(entries).flatMap((section) => [
          ...section.inFull.map((entry) => entryName(entry, entries, texts)),
          ...alsoText(section, texts)
            .replace(/^Also: |\.$/g, '')
            .split(/, | and /),
        ]);
        for (const { folder } of entries) {
          assert.ok(
            named.some((name) => name === folder.name || name.startsWith(`${folder.name} `)),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('have the levels of further entries that compare with one', () => {
    const section = (state: EntryState): string =>
      alsoText({ inFull: [], inOneLine: [entryOf(state, 8), entryOf(state, 9)] }, texts);
    assert.equal(section('new'), 'Also: Store 8 61 (was 70) and Store 9 61 (was 70).');
    assert.equal(section('silent'), 'Also: Store 8 and Store 9.');
    assert.equal(alsoText({ inFull: [entryOf('new', 1)], inOneLine: [] }, texts), '');
  });

  it('have the question of a survey whose folder has several in the list', () => {
    const first = entryOf('new', 1);
    const second = { ...first, survey: { key: 2, name: 'How clean was it?' } };
    assert.equal(entryName(first, [first], texts), 'Store 1');
    assert.equal(entryName(second, [first, second], texts), 'Store 1 › How clean was it?');
  });
});
