import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import type { LibraryFolder } from '../../../lib/http/responses.ts';
import { MAX_HITS, createNameSearch } from '../../../lib/web/features/folders/name-search.ts';

let nextSurvey = 9000;
function folder(
  key: number,
  name: string,
  parent: number | null = null,
  surveys: readonly string[] = [],
): LibraryFolder {
  const surveyList = surveys.map((survey) => {
    nextSurvey += 1;
    return { key: nextSurvey, name: survey, timeZone: 'UTC' };
  });
  return { key, name, parent, surveys: surveyList };
}

function searchNames(folders: readonly LibraryFolder[], query: string): readonly string[] {
  return createNameSearch({ folders })
    .find(query)
    .hits.map(({ folder, survey }) => survey?.name ?? folder.name);
}

const COMPANY = [
  folder(1, 'Meridian'),
  folder(2, 'Europe', 1),
  folder(3, 'Finland', 2),
  folder(4, 'Helsinki Airport', 3, ['How was the airport?']),
  folder(5, 'Washrooms, gates 20–36', 4, ['Kuinka siistiä täällä on?']),
  folder(6, 'Washrooms', 2, ['How clean is it here?']),
];

describe('createNameSearch', () => {
  it('finds names with a slip of the keys where nothing matches', () => {
    assert.deepEqual(searchNames(COMPANY, 'helsnki'), ['Helsinki Airport']);
    assert.deepEqual(searchNames(COMPANY, 'Wahsrooms'), ['Washrooms, gates 20–36', 'Washrooms']);
    assert.deepEqual(searchNames(COMPANY, 'fnland'), ['Finland']);
  });

  it('finds nothing for a word that is like none', () => {
    for (const query of ['zzzzzz', 'xyz']) assert.deepEqual(searchNames(COMPANY, query), []);
  });

  it('ignores case, accents, character width and variants of letters', () => {
    const names = [
      'Malmö',
      'São Paulo',
      'Ｔｏｋｙｏ',
      'Łódź',
      'Straße',
      'Ørsted',
      'ΟΔΟΣ',
      'オサカ',
      'مُحمَّد',
    ];
    const queries = [
      'MALMO',
      'sao paulo',
      'tokyo',
      'lodz',
      'strasse',
      'orsted',
      'οδος',
      'ｵｻｶ',
      'محمد',
    ];
    const folders = names.map((name, i) => folder(i + 1, name));
    assert.deepEqual(
      queries.flatMap((query) => searchNames(folders, query)),
      names,
    );
  });

  it('requires all words, in any order', () => {
    assert.deepEqual(searchNames(COMPANY, 'airport helsinki'), [
      'Helsinki Airport',
      'How was the airport?',
    ]);
    assert.deepEqual(searchNames(COMPANY, 'helsinki harbour'), []);
  });

  it('ranks prefixes before infixes, and folders before surveys of equal rank', () => {
    const folders = [
      folder(1, 'Rooms', null, ['Clean rooms?']),
      folder(2, 'Washrooms', 1),
      folder(3, 'Meeting rooms', 1, ['Restrooms?']),
    ];
    assert.deepEqual(searchNames(folders, 'room'), [
      'Rooms',
      'Meeting rooms',
      'Clean rooms?',
      'Washrooms',
      'Restrooms?',
    ]);
  });

  it('matches words of ancestor folders, ranked after names that contain all words', () => {
    assert.deepEqual(searchNames(COMPANY, 'finland wash'), ['Washrooms, gates 20–36']);
    assert.deepEqual(searchNames(COMPANY, 'finland'), ['Finland']);
    assert.deepEqual(searchNames(COMPANY, 'airport how'), ['How was the airport?']);
    const lounges = [folder(1, 'Airport'), folder(2, 'Lounge', 1), folder(3, 'Airport lounge')];
    assert.deepEqual(searchNames(lounges, 'airport lounge'), ['Airport lounge', 'Lounge']);
  });

  it('finds names without letters by their other characters', () => {
    const names = ['★ ★', '!!!', '🍕', 'ـ'];
    const folders = [...names, 'Bistro 5!', '-'].map((name, i) => folder(i + 1, name));
    assert.deepEqual(
      ['★', '!!', '🍕', 'ـ'].flatMap((query) => searchNames(folders, query)),
      names,
    );
  });

  it('returns no hits for a query without words', () => {
    for (const query of ['', '   ', '–', '?!']) {
      assert.deepEqual(createNameSearch({ folders: COMPANY }).find(query), { hits: [], count: 0 });
    }
  });

  it('returns at most fifty hits and counts all matches', () => {
    const folders = Array.from({ length: 120 }, (_, i) => folder(i + 1, `Store ${i}`, null));
    const { hits, count } = createNameSearch({ folders }).find('store');
    assert.equal(hits.length, MAX_HITS);
    assert.equal(count, 120);
  });

  it('finds every folder by its own name and never throws', () => {
    const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(names, fc.string({ unit: anyCharacter }), (randomNames, query) => {
        const folders = randomNames.map((name, i) => folder(i + 1, name));
        const search = createNameSearch({ folders });
        search.find(query);
        for (const { name, key } of folders) {
          if (name.trim() === '') continue;
          assert.ok(search.find(name).hits.some((hit) => hit.folder.key === key));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('normalizes each name once, however often it is searched', () => {
    let reads = 0;
    const counted: readonly LibraryFolder[] = COMPANY.map((place) => ({
      ...place,
      get name() {
        reads += 1;
        return place.name;
      },
    }));
    const search = createNameSearch({ folders: counted });
    assert.equal(reads, COMPANY.length);
    for (const query of ['a', 'washrooms', 'wahsrooms', 'zzz', 'a e i o']) search.find(query);
    assert.equal(reads, COMPANY.length);
  });
});
