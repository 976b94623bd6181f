// The search over places: what is found, in which order, and in how little time.
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import type { LibraryFolder } from '../../../lib/http/responses.ts';
import { MAX_HITS, createNameSearch } from '../../../lib/web/features/folders/name-search.ts';

let nextSurvey = 9000;
function folder(
  key: number,
  name: string,
  parent: number | null = null,
  surveys: readonly string[] = [],
): LibraryFolder {
  const named = surveys.map((survey) => {
    nextSurvey += 1;
    return { key: nextSurvey, name: survey, timeZone: 'UTC' };
  });
  return { key, name, parent, surveys: named };
}

function found(folders: readonly LibraryFolder[], query: string): readonly string[] {
  return createNameSearch({ folders })
    .find(query)
    .hits.map(({ folder: at, survey }) => survey?.name ?? at.name);
}

const COMPANY = [
  folder(1, 'Meridian'),
  folder(2, 'Europe', 1),
  folder(3, 'Finland', 2),
  folder(4, 'Helsinki Airport', 3, ['How was the airport?']),
  folder(5, 'Washrooms, gates 20–36', 4, ['Kuinka siistiä täällä on?']),
  folder(6, 'Washrooms', 2, ['How clean is it here?']),
];

describe('the search over places', () => {
  it('ignores case, accents, width and letters that only look different', () => {
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
      queries.flatMap((query) => found(folders, query)),
      names,
    );
  });

  it('wants all words, in any order', () => {
    assert.deepEqual(found(COMPANY, 'airport helsinki'), [
      'Helsinki Airport',
      'How was the airport?',
    ]);
    assert.deepEqual(found(COMPANY, 'helsinki harbour'), []);
  });

  it('puts beginnings of words before what lies inside of them, and folders before surveys at equal rank', () => {
    const folders = [
      folder(1, 'Rooms', null, ['Clean rooms?']),
      folder(2, 'Washrooms', 1),
      folder(3, 'Meeting rooms', 1, ['Restrooms?']),
    ];
    assert.deepEqual(found(folders, 'room'), [
      'Rooms',
      'Meeting rooms',
      'Clean rooms?',
      'Washrooms',
      'Restrooms?',
    ]);
  });

  it('takes words from the folders above, after names that have all of them', () => {
    assert.deepEqual(found(COMPANY, 'finland wash'), ['Washrooms, gates 20–36']);
    assert.deepEqual(found(COMPANY, 'finland'), ['Finland']);
    assert.deepEqual(found(COMPANY, 'airport how'), ['How was the airport?']);
    const lounges = [folder(1, 'Airport'), folder(2, 'Lounge', 1), folder(3, 'Airport lounge')];
    assert.deepEqual(found(lounges, 'airport lounge'), ['Airport lounge', 'Lounge']);
  });

  it('finds names that have no letter by what they have instead', () => {
    const names = ['★ ★', '!!!', '🍕', 'ـ'];
    const folders = [...names, 'Bistro 5!', '-'].map((name, i) => folder(i + 1, name));
    assert.deepEqual(
      ['★', '!!', '🍕', 'ـ'].flatMap((query) => found(folders, query)),
      names,
    );
  });

  it('finds nothing for a query without words', () => {
    for (const query of ['', '   ', '–', '?!']) {
      assert.deepEqual(createNameSearch({ folders: COMPANY }).find(query), { hits: [], count: 0 });
    }
  });

  it('shows at most fifty and counts them all', () => {
    const folders = Array.from({ length: 120 }, (_, i) => folder(i + 1, `Store ${i}`, null));
    const { hits, count } = createNameSearch({ folders }).find('store');
    assert.equal(hits.length, MAX_HITS);
    assert.equal(count, 120);
  });

  it('finds every place by its own name, and never fails', () => {
    const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(names, fc.string({ unit: 'binary' }), (all, query) => {
        const folders = all.map((name, i) => folder(i + 1, name));
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

  it('answers a keystroke over 22,000 names well within the 16 ms of a frame', () => {
    const folders = Array.from({ length: 2000 }, (_, i) =>
      folder(
        i + 1,
        `Kauppakeskus ${i} Itäkeskus`,
        i === 0 ? null : Math.ceil(i / 8),
        Array.from({ length: 10 }, (__, n) => `Miten arvioisit palveluamme tänään? ${n}`),
      ),
    );
    const search = createNameSearch({ folders });
    const queries = ['a', 'i', 'ta', 'kauppa', 'miten arvioisit', 'zzz', 'itakeskus 19', 'a e i o'];
    // What the processor spent on it, however much else it does: the best of five, since one may collect garbage.
    const times = queries.map((query) => {
      const tries = Array.from({ length: 5 }, () => {
        const before = process.threadCpuUsage();
        search.find(query);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      });
      return Math.min(...tries);
    });
    assert.ok(Math.max(...times) < 16, times.join(' '));
  });
});
