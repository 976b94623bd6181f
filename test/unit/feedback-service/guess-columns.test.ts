// Guesses for a draft of mapping.json, in the languages of reports.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  orderButtonNames,
  rankButtonName,
} from '../../../lib/feedback-service/csv/button-names.ts';
import { draftButtons } from '../../../lib/feedback-service/csv/draft-buttons.ts';
import { guessColumns, type Columns } from '../../../lib/feedback-service/csv/guess-columns.ts';

describe('The name of a button', () => {
  const scales: Readonly<Record<string, readonly string[]>> = {
    en: ['Very unhappy', 'Unhappy', 'Happy', 'Very happy'],
    fi: ['Erittäin tyytymätön', 'Tyytymätön', 'Tyytyväinen', 'Erittäin tyytyväinen'],
    sv: ['mycket missnöjd', 'missnöjd', 'nöjd', 'mycket nöjd'],
    de: ['sehr unzufrieden', 'unzufrieden', 'zufrieden', 'sehr zufrieden'],
    fr: ['Très mécontent', 'Pas satisfait', 'Satisfait', 'TRÈS SATISFAIT'],
    es: ['muy_mal', 'mal', 'regular', 'bien', 'muy_bien'],
    ja: ['非常に不満', '不満', '普通', '満足', '非常に満足'],
    ar: ['سيئ جدا', 'سيئ', 'محايد', 'جيد', 'جيد جدا'],
    'fr, denied': ['pas du tout satisfait', 'peu satisfait', 'plutôt satisfait', 'très satisfait'],
    'de, denied': ['gar nicht zufrieden', 'eher unzufrieden', 'eher zufrieden', 'sehr zufrieden'],
    'en, denied': [
      'not at all satisfied',
      'not very satisfied',
      'fairly satisfied',
      'very satisfied',
    ],
    faces: ['😡', '🙁', '😐', '🙂', '😀'],
    numbers: ['Button 1', 'Button 2', 'Button 3', 'Button 4'],
  };
  for (const [language, names] of Object.entries(scales)) {
    it(`says how good it is (${language})`, () => {
      assert.deepEqual(orderButtonNames(names.toReversed()), names);
    });
  }

  it('says nothing when a word is not known, or two have the same meaning', () => {
    for (const name of ['', 'very', 'good service', 'good bad', 'red'])
      assert.equal(rankButtonName(name), undefined, name);
    assert.equal(orderButtonNames(['bad', 'poor', 'good']), undefined);
  });
});

describe('Drafted buttons', () => {
  it('have their places on a scale of four, or of five with one in the middle', () => {
    const indexesOf = (...names: readonly string[]): unknown => draftButtons(names).buttons;
    assert.deepEqual(indexesOf('good', 'bad'), { bad: 0, good: 3 });
    assert.deepEqual(indexesOf('good', 'neutral', 'bad'), { bad: 0, neutral: 2, good: 4 });
    assert.deepEqual(indexesOf('very good', 'bad'), { bad: 1, 'very good': 3 });
    assert.deepEqual(indexesOf('3', '2'), { 1: 0, 2: 1, 3: 2, 4: 3 });
    assert.deepEqual(indexesOf('5', '0'), { 0: 0, 5: 1 });
    assert.equal(draftButtons(['good', 'neutral']).feedbackScale, 'FIVE');
  });
});

describe('The columns of a file', () => {
  const rolesOf = (
    header: readonly string[],
    record: readonly string[] = [],
    named: Partial<Columns> = {},
  ): object => {
    const columns = guessColumns(header, [record], named);
    return Object.fromEntries(Object.entries(columns).filter(([, names]) => names.length > 0));
  };

  it('are found by names in the languages of reports', () => {
    const headers = [
      ['Store', 'Date', 'Rating', 'Device', 'Reason', 'Comment'],
      ['Myymälä', 'Päivämäärä', 'Arvio', 'Laite', 'Syy', 'Kommentti'],
      ['Butik', 'Datum', 'Betyg', 'Enhet', 'Orsak', 'Kommentar'],
      ['Standort', 'Zeit', 'Bewertung', 'Gerät', 'Grund', 'Bemerkung'],
      ['Magasin', 'Heure', 'Note', 'Appareil', 'Motif', 'Remarque'],
      ['Tienda', 'Fecha', 'Valoración', 'Dispositivo', 'Motivo', 'Comentario'],
      ['店舗', '日時', '評価', '端末', '理由', 'コメント'],
      ['الفرع', 'التاريخ', 'التقييم', 'الجهاز', 'السبب', 'التعليق'],
    ];
    for (const header of headers) {
      const [survey, time, button, device, followUp, text] = header.map((name) => [name]);
      const expected = { survey, time, button, device, followUp, text };
      assert.deepEqual(
        rolesOf(
          header,
          header.map(() => 'x'),
        ),
        expected,
      );
    }
  });

  it('are a place rather than its number, and an id only when it differs in every record', () => {
    const header = ['Store ID', 'Store', 'Response ID', 'Time', 'Score'];
    const found = { survey: ['Store'], time: ['Time'], button: ['Score'] };
    const guess = (...ids: readonly string[]): object => {
      const records = ids.map((id) => ['7', 'A', id, '2026-11-13 07:30', '1']);
      return guessColumns(header, records, {});
    };
    assert.partialDeepStrictEqual(guess('a', 'b'), { ...found, id: ['Response ID'] });
    assert.partialDeepStrictEqual(guess('a', 'a'), { ...found, id: [] });
    assert.partialDeepStrictEqual(rolesOf(['Store ID', 'Time', 'Score']), { survey: ['Store ID'] });
  });

  it('are found by their values when names say nothing', () => {
    const found = rolesOf(['A', 'B', 'C'], ['13.11.2026 07:30', 'x', 'good'], {});
    assert.deepEqual(found, { time: ['A'] });
    const records = [
      ['x', '13.11.2026', '07:30', 'good', '12:00'],
      ['x', '13.11.2026', '07:31', 'bad', '12:00'],
    ];
    const header = ['Site', 'Date', 'Time', 'Feedback', 'Time zone'];
    assert.partialDeepStrictEqual(guessColumns(header, records, {}), {
      ...{ time: ['Date', 'Time'], button: ['Feedback'], text: [] },
    });
  });

  it('are those that are named', () => {
    const header = ['Site', 'When', 'Rating', 'x'];
    assert.partialDeepStrictEqual(rolesOf(header, [], { button: ['x'] }), { button: ['x'] });
    const counts = ['a', 'b', 'c', 'd'];
    assert.deepEqual(rolesOf(['Site', 'When', ...counts, 'Rating'], [], { counts }), {
      ...{ survey: ['Site'], time: ['When'], counts },
    });
  });
});
