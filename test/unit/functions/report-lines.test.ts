// A report as lines of a terminal: what is listed, and straight columns for names of every script.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Layout } from '../../../functions/cli/report-lines.ts';
import { listsAll, reportLines } from '../../../functions/cli/report-lines.ts';
import { widestOf } from '../../../functions/cli/text-columns.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { FolderView, PlaceView, Row, Section } from '../../../lib/view/report-view.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';

function viewOf(report: Report): ReturnType<typeof createReportView> {
  return createReportView(report, createLocalization(report, 'en', messagesFor('en')));
}

const folder = viewOf(createRegionReport(9));
const place = viewOf(createStoreReport(1));
const FOLDER = folder.kind === 'folder' ? folder : assert.fail();
const PLACE = place.kind === 'place' ? place : assert.fail();
const [SAMPLE_ROW = assert.fail()] = FOLDER.sections.flatMap(({ rows }) => rows);
const [SAMPLE_SURVEY = assert.fail()] = PLACE.surveys;

const FILE: Layout = { width: Infinity, showAll: false, bold: (text) => text };
const TREND = [90, 71, 75, 78, 72, 70, null, 76, 74, 73, 70, 39, 10];

function row(name: string, changes: Partial<Row> = {}): Row {
  return {
    ...SAMPLE_ROW,
    name,
    suffix: '',
    path: 'Airport, Finland',
    state: 'new',
    now: '29',
    own: '',
    was: '68',
    compared: 'was 68',
    reason: 'Fell through the week from 39 to 24.',
    shortReason: 'Fell through the week from 39 to 24',
    trend: TREND,
    owner: null,
    note: '',
    ...changes,
  };
}

const COMMON = {
  name: 'Meridian',
  path: [],
  period: 'Week 47 · 16–22 November 2026',
  notices: [],
  finding: {
    state: 'new',
    label: '',
    headline: 'Two places got worse, Security control and meridian.example most.',
    details: [],
  },
  notes: null,
} as const;

const NO_SIGNAL: Partial<Row> = {
  state: 'noSignal',
  now: '',
  was: '',
  compared: '',
  trend: [],
  reason: 'No responses since Thursday: check the device.',
  shortReason: 'No responses since Thursday: check the device',
};

const SECTIONS: readonly Section[] = [
  { state: 'new', title: 'New or worse', rows: [row('Security control'), row('meridian.example')] },
  { state: 'noSignal', title: 'No signal', rows: [row('Kuopio', NO_SIGNAL)] },
  {
    state: 'usual',
    title: 'As usual',
    rows: [row('Sofia', { state: 'usual', was: '', compared: '' })],
  },
];

function folderView(changes: Partial<FolderView> = {}): FolderView {
  return {
    ...FOLDER,
    ...COMMON,
    figure: {
      text: '67',
      value: 67,
      label: 'All places together, 0–100',
      uncertainty: '',
      compared: 'usually 63–72',
      responses: '35,675 responses (+2%)',
      usualResponses: '',
    },
    sections: SECTIONS,
    counts: [
      { state: 'new', title: 'New or worse', shortTitle: '', countText: '', count: 2 },
      { state: 'still', title: 'Still low', shortTitle: '', countText: '', count: 0 },
      { state: 'usual', title: 'As usual', shortTitle: '', countText: '', count: 1 },
    ],
    lines: [{ kind: 'openAlerts', lead: '5 alerts are open:', text: 'Sofia since Monday.' }],
    ...changes,
  };
}

describe('a report of a folder in a terminal', () => {
  it('has the headline, the figure, the places that are not as usual, and numbers of the others', () => {
    assert.deepEqual(reportLines(folderView(), FILE), [
      'Two places got worse, Security control and meridian.example most.',
      'Meridian · Week 47 · 16–22 November 2026 · All places together, 0–100: 67, usually 63–72 · 35,675 responses (+2%)',
      '',
      'New or worse  2',
      '  Security control  29  was 68  █▇▇█▇▇ ▇▇▇▇▃▁  Fell through the week from 39 to 24',
      '  meridian.example  29  was 68  █▇▇█▇▇ ▇▇▇▇▃▁  Fell through the week from 39 to 24',
      'No signal  1',
      `  Kuopio            ${' '.repeat(25)}  No responses since Thursday: check the device`,
      'Still low  0     As usual  1',
      '5 alerts are open: Sofia since Monday.',
    ]);
  });

  it('lists the places that are as usual where all are asked for', () => {
    const lines = reportLines(folderView(), { ...FILE, showAll: true });
    assert.match(lines.join('\n'), /\nAs usual {2}1\n {2}Sofia .*\nStill low {2}0\n/);
    assert.ok(listsAll(folderView(), { ...FILE, showAll: true }));
    assert.ok(!listsAll(folderView(), FILE));
    assert.ok(listsAll(PLACE, FILE));
  });

  it('has straight columns, whatever the script of a name', () => {
    const names = [
      'ศูนย์การค้าน้ำตก',
      '\u2067מרכז העיר\u2069',
      '\u2067مطار دبي الدولي\u2069',
      'दिल्ली हवाई अड्डा',
      '東京駅 丸の内',
      '서울역',
      'Tribhuvan International Airport, international departures',
    ];
    const rows = names.map((name) => row(name));
    const view = folderView({ sections: [{ state: 'new', title: 'New', rows }] });
    for (const width of [Infinity, 120, 80]) {
      const lines = reportLines(view, { ...FILE, width }).filter((line) => line.includes('was'));
      assert.equal(lines.length, names.length);
      const columns = lines.map((line) => widestOf([line.slice(0, line.indexOf('29'))]));
      assert.equal(new Set(columns).size, 1, lines.join('\n'));
    }
  });

  it('fits into terminals of 80 and 120 columns, with reasons below their places in the narrow one', () => {
    const view = folderView();
    for (const width of [120, 80, 60]) {
      const lines = reportLines(view, { ...FILE, width, showAll: true });
      assert.ok(widestOf(lines) <= width, lines.join('\n'));
      assert.equal(lines.includes('    Fell through the week from 39 to 24.'), width < 120);
    }
  });

  it('tells places with the same name apart by their paths, and surveys of a place by their suffixes', () => {
    const rows = [
      row('Reception', { path: 'Hotel A' }),
      row('Reception', { path: 'Hotel B' }),
      row('Sofia'),
      row('Sofia', { suffix: 'NPS', own: 'NPS +15' }),
    ];
    const text = reportLines(
      folderView({ sections: [{ state: 'new', title: 'New', rows }] }),
      FILE,
    ).join('\n');
    assert.match(text, /Reception \(Hotel A\) .*\n {2}Reception \(Hotel B\) /);
    assert.match(text, /Sofia {2,}29.*\n {2}Sofia · NPS {2,}29 .* NPS \+15 · Fell/);
  });

  it('prints headline, sections and present figures in bold', () => {
    const lines = reportLines(folderView(), { ...FILE, bold: (text) => `<${text}>` });
    assert.match(lines[0] ?? '', /^<Two places.*>$/);
    assert.ok(lines.includes('<New or worse  2>'));
    assert.match(lines[4] ?? '', /Security control {2}<29> {2}was 68/);
  });

  it('shows who takes care of a place, and the notes of the folder', () => {
    const owner = { name: 'Anna', text: 'Anna is on it', since: 'on it since Tuesday' };
    const noted = { note: 'Repainted.', noteSignature: 'Ana · Monday' };
    const view = folderView({
      sections: [{ state: 'new', title: 'New', rows: [row('Sofia', { owner, ...noted })] }],
      notes: {
        owner,
        notes: [{ id: '1', text: 'Call the airport.', signature: 'Anna · Tuesday' }],
      },
    });
    const text = reportLines(view, FILE).join('\n');
    assert.match(text, /39 to 24 · Anna on it since Tuesday · Repainted\. \(Ana · Monday\)\n/);
    assert.match(text, /\nAnna on it since Tuesday\nCall the airport\. \(Anna · Tuesday\)$/);
  });
});

describe('a report of a place in a terminal', () => {
  it('has finding and details, then question and figure of each survey', () => {
    const finding = {
      state: 'new',
      label: 'New this week',
      headline: '29, down from 68.',
      details: ['Fell through the week from 39 to 24.'],
    } as const;
    const survey = {
      ...SAMPLE_SURVEY,
      question: 'How was security?',
      position: '',
      finding,
      figure: {
        text: '29',
        value: 29,
        label: 'Happy Index · 4 buttons',
        uncertainty: '±2',
        compared: 'was 68',
        responses: '412 responses',
        usualResponses: 'usually 430',
      },
      checks: { title: 'What to check', items: ['Is the device on?'] },
      parts: ['Evenings are always lower here (58).'],
    };
    const view: PlaceView = {
      ...PLACE,
      ...COMMON,
      name: 'Security control',
      path: [{ key: 1, name: 'Meridian' }],
      finding,
      surveys: [survey],
      alerts: null,
      remarks: ['Target 70: not met.'],
    };
    assert.deepEqual(reportLines(view, FILE), [
      '29, down from 68.',
      'Fell through the week from 39 to 24.',
      'Security control · Meridian · Week 47 · 16–22 November 2026',
      '',
      'How was security?',
      'Happy Index · 4 buttons: 29 ±2 · was 68 · 412 responses, usually 430',
      'What to check',
      '  Is the device on?',
      'Evenings are always lower here (58).',
      'Target 70: not met.',
    ]);
    const two = { ...view, surveys: [survey, { ...survey, position: 'Second survey' }] };
    assert.match(reportLines(two, FILE).join('\n'), /How was security\? · Second survey\n29, down/);
  });
});
