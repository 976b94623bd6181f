// Bad input from the API, 20 to 33: names and texts that want to be more than that. The JSON holds what came, paper
// and screen a clean line of it, and no key, file name or log line is made of it.
import assert from 'node:assert/strict';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { downloadName } from '../../../lib/reports/download-name.ts';
import { clean, countMisleadingCharacters } from '../../../lib/i18n/clean-text.ts';
import { collectPages } from '../../support/outcomes.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  HEALTHY,
  RANGE,
  TREE,
  TS,
  weekReport,
  COMPLETE_WEEK,
  type UpstreamCase,
} from './bad-input-company.ts';

interface Named {
  readonly came: string;
  /** Default: as it came. */
  readonly json?: string;
  /** Default: as it came. */
  readonly shown?: string;
  readonly file: string;
  /** Characters whose removal the report notes. */
  readonly hidden?: number;
}

/** A folder of this name, from the answer to its report. */
function named(...names: readonly Named[]): readonly UpstreamCase[] {
  return names.map(({ came, json = came, shown = came, file, hidden = 0 }) => {
    const [North] = TREE.folders;
    return {
      what: JSON.stringify(came).slice(0, 80),
      responses: { ...HEALTHY, '/folders': { ...TREE, folders: [{ ...North, name: came }] } },
      request: weekReport((of) => {
        const report = of.get(2);
        assert.ok(report !== undefined);
        const { name } = report.folder;
        return [
          name,
          clean(name),
          countMisleadingCharacters(name),
          downloadName(report, 'pdf').ascii,
        ];
      }),
      outcome: { gives: [COMPLETE_WEEK, json, shown, hidden, `2026-W46-${file}-2.pdf`] },
    };
  });
}

const long = 'x'.repeat(200);
const noText =
  'no report holds a text of open feedback: the contract’s JSON has no field for one, and nothing reads them';

export const TEXTS: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 20,
    what: 'names that look like paths or devices: keys consist of numbers, file names of letters',
    cases: named(
      { came: '../../x', file: 'x' },
      { came: 'a/b\\c', file: 'a-b-c' },
      { came: 'CON', file: 'con' },
      { came: 'a\u0000b', shown: 'ab', file: 'a-b' },
      { came: 'a\nb', shown: 'a b', file: 'a-b' },
      { came: '%2e%2e%2f', file: '2e-2e-2f' },
      { came: '..', file: 'folder' },
    ),
  },
  {
    of: 21,
    what: 'control characters: removed from the PDF, tabs and line ends become spaces',
    cases: named({
      came: 'a\u0007b\tc\r\nd\u009be\u007ff',
      shown: 'ab c def',
      file: 'a-b-c-d-e-f',
    }),
  },
  {
    of: 22,
    what: 'bidirectional controls: removed from the PDF, stored in JSON, and counted',
    cases: named({
      came: 'a\u202eb\u2066c\u200ed\u061ce',
      shown: 'abcde',
      file: 'abcde',
      hidden: 4,
    }),
  },
  {
    of: 23,
    what: 'invisible characters: zero-width characters, tags, floods of selectors: removed',
    cases: named(
      { came: 'a\u200bb\u2060c', shown: 'abc', file: 'abc', hidden: 2 },
      { came: 'a\u{e0041}\u{e0042}b', shown: 'ab', file: 'ab', hidden: 2 },
      { came: `a${'\ufe01'.repeat(50)}b`, shown: 'ab', file: 'ab' },
    ),
  },
  {
    of: 24,
    what: 'lone surrogates: U+FFFD, in JSON as well',
    cases: named({ came: 'a\ud800b', json: 'a\ufffdb', shown: 'a\ufffdb', file: 'a-b' }),
  },
  {
    of: 25,
    what: 'more than eight marks on one letter: truncated',
    cases: named({
      came: `e${'\u0323'.repeat(40)}`,
      shown: `\u1eb9${'\u0323'.repeat(8)}`,
      file: 'e',
    }),
  },
  {
    of: 26,
    what: 'emoji and other scripts: unchanged',
    otherwise:
      'no count GLYPH_MISSING: which letters a font has is the PDF’s business, whose own tests compare every writing',
    cases: named(
      { came: 'Café 😀', file: 'cafe' },
      { came: '非常好', file: 'folder' },
      { came: 'مطعم الشمال', file: 'folder' },
      { came: 'उत्तर', file: 'folder' },
    ),
  },
  {
    of: 27,
    what: 'a word of 20,000 letters: truncated at 200 before layout',
    cases: named({ came: 'x'.repeat(20_000), json: long, shown: long, file: 'folder' }),
  },
  {
    of: 28,
    what: 'a text of more than 5,000 characters',
    otherwise: `${noText}; a name is cut at 200, in JSON as well`,
    cases: named({
      came: 'y '.repeat(3_000),
      json: 'y '.repeat(100),
      shown: 'y '.repeat(100).trim(),
      file: 'folder',
    }),
  },
  { of: 29, what: '10,000 comments', otherwise: noText, cases: [] },
  {
    of: 30,
    what: 'spreadsheet formulas: plain text',
    otherwise: 'nothing is written as CSV or for spreadsheets',
    cases: named(
      { came: '=HYPERLINK("http://evil.example")', file: 'hyperlink-http-evil-example' },
      { came: '@SUM(1)', file: 'sum-1' },
      { came: '+1', file: '1' },
      { came: '-1', file: '1' },
    ),
  },
  {
    of: 31,
    what: 'markup, look-ups, terminal codes, forged log lines: plain text',
    cases: named(
      { came: '<script>alert(1)</script>', file: 'script-alert-1-script' },
      { came: '${jndi:ldap://x}', file: 'jndi-ldap-x' },
      { came: '\u001b[31mred', shown: '[31mred', file: '31mred' },
      { came: 'a\r\n{"level":"error"}', shown: 'a {"level":"error"}', file: 'a-level-error' },
    ),
  },
  {
    of: 32,
    what: 'addresses, and delimiters of PDF strings: plain text',
    otherwise: 'no text becomes a link: those of a PDF lead to reports below the public URL alone',
    cases: named(
      { came: 'javascript:alert(1)', file: 'javascript-alert-1' },
      { came: 'smb://x/y)>>/OpenAction', file: 'smb-x-y-openaction' },
    ),
  },
  {
    of: 33,
    what: '`text` missing, null or a number: empty',
    otherwise: `not noted (FIELD_MISSING): ${noText}`,
    cases: [
      {
        what: 'open feedback',
        responses: {
          '/surveys/12/openfeedback': {
            meta: {},
            data: [{ ts: TS, r: 0 }, ...[null, 7, {}].map((text) => ({ ts: TS, r: 0, text }))],
          },
        },
        request: async ({ client }: FeedbackApi) =>
          (await collectPages(client.openFeedback(12, RANGE))).map(({ text }) => text),
        outcome: { gives: ['', '', '', ''] },
      },
    ],
  },
];
