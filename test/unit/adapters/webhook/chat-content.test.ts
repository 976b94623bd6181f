// What chats show of each part of a view, before it is laid out for Slack or Teams.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  ChatContent,
  ChatLine,
  ChatPart,
} from '../../../../lib/adapters/webhook/chat-parts.ts';
import { chatContent } from '../../../../lib/adapters/webhook/chat-parts.ts';
import { createReportMessage } from '../../../../lib/delivery/report-message.ts';
import type { MessageFooter, ReportMessage } from '../../../../lib/ports/message.ts';
import type {
  Finding,
  FolderView,
  PlaceState,
  PlaceView,
  Row,
  Section,
  SectionState,
} from '../../../../lib/view/report-view.ts';
import type { FolderSketch } from '../../../support/test-reports.ts';
import { createReport } from '../../../support/test-reports.ts';

const SITE = 'https://reports.example.com';
const FOOTER: MessageFooter = {
  texts: ['Why this is sent.'],
  unsubscribe: { text: 'Unsubscribe', url: `${SITE}/u` },
};

function messageOf(sketch: FolderSketch): ReportMessage {
  const report = createReport({
    path: ['Top', 'Top too', 'Above'].map((name, i) => ({ key: 1 + i, name })),
    ...sketch,
  });
  return createReportMessage(report, {
    locale: 'en',
    reportUrl: `${SITE}/d/TOKEN`,
    pageUrl: `${SITE}/#/2026-W46/${sketch.key}`,
    placeUrls: new Map([[11, `${SITE}/#/2026-W46/11`]]),
    notes: new Map(),
    isUpdate: false,
  });
}

const FOLDER = messageOf({
  key: 9,
  name: 'Finland',
  folders: [{ shift: -0.3 }, {}].map((survey, i) => ({
    key: 11 + i,
    name: `Place ${i + 1}`,
    surveys: [{ key: 110 + i, name: 'How was it?', ...survey }],
  })),
});
const PLACE = messageOf({
  key: 41,
  name: 'Store',
  surveys: [
    { key: 401, name: 'How was it?', volume: 900, shift: -0.3 },
    { key: 402, name: 'How clean was it?', volume: 300 },
  ],
});

function folderViewOf({ view }: ReportMessage): FolderView {
  return view.kind === 'folder' ? view : assert.fail();
}

function placeViewOf({ view }: ReportMessage): PlaceView {
  return view.kind === 'place' ? view : assert.fail();
}

function folderWith(change: Partial<FolderView>): ChatContent {
  return chatContent({ ...FOLDER, view: { ...folderViewOf(FOLDER), ...change } }, FOOTER);
}

function placeWith(change: Partial<PlaceView>): ChatContent {
  return chatContent({ ...PLACE, view: { ...placeViewOf(PLACE), ...change } }, FOOTER);
}

const textOf = ({ runs, isItem }: ChatLine): string =>
  `${isItem ? '* ' : ''}${runs.map(({ text }) => text).join('|')}`;

/** The lines of each part; "?" marks a part that may be left out. */
const partsOf = ({ parts }: Pick<ChatContent, 'parts'>): readonly (readonly string[])[] =>
  parts.map(({ lines, isOptional }) => [...(isOptional ? ['?'] : []), ...lines.map(textOf)]);

/** The parts that the other content does not have. */
function addedBy(content: ChatContent, without: ChatContent): readonly (readonly string[])[] {
  const known = new Set(partsOf(without).map((lines) => lines.join('\n')));
  return partsOf(content).filter((lines) => !known.has(lines.join('\n')));
}

const BARE = {
  sections: [],
  counts: [],
  lines: [],
  figure: null,
  notices: [],
  notes: null,
} as const;
const FINDING: Finding = { state: 'usual', label: '', headline: 'Headline.', details: ['Detail.'] };

describe('a chat about a folder', () => {
  const bare = folderWith({ ...BARE, finding: FINDING });

  it('begins with the folder above and the period, then the finding', () => {
    assert.equal(bare.title, 'Finland');
    assert.deepEqual(partsOf(bare), [
      ['Above · |Week 46 · 9–15 November 2026'],
      ['Headline.', 'Detail.'],
    ]);
    const [head] = folderWith({ ...BARE, path: [] }).parts;
    assert.deepEqual(head?.lines.map(textOf), ['Week 46 · 9–15 November 2026']);
    assert.deepEqual(
      bare.parts[0]?.lines[0]?.runs.map(({ style }) => style),
      ['quiet', 'quiet'],
    );
  });

  it('has a headline in the style of its state', () => {
    const styleOf = (state: PlaceState) =>
      folderWith({ ...BARE, finding: { ...FINDING, state } }).parts[1]?.lines[0]?.runs[0]?.style;
    assert.deepEqual(
      (
        [
          'new',
          'noSignal',
          'still',
          'recovered',
          'better',
          'newPlace',
          'few',
          'usual',
          'unknown',
        ] as const
      ).map(styleOf),
      ['bad', 'warning', 'bad', 'good', 'good', 'bold', 'bold', 'bold', 'bold'],
    );
  });

  it('has up to five notices, those of the message last', () => {
    const notices = ['A.', 'B.', 'C.', 'D.'];
    const message = { ...FOLDER, notices: ['E.', 'F.'] };
    const content = chatContent(
      { ...message, view: { ...folderViewOf(FOLDER), ...BARE, notices, finding: FINDING } },
      FOOTER,
    );
    assert.deepEqual(addedBy(content, bare), [['?', ...notices, 'E.']]);
    assert.equal(content.parts[1]?.lines[0]?.runs[0]?.style, 'warning');
  });

  it('has the owner and the newest note', () => {
    const note = { id: 'a', text: 'The queue is long.', signature: 'Ana · Monday' };
    const owner = { name: 'Mika', text: 'Mika is on it', since: 'since Monday' };
    const withNotes = (notes: FolderView['notes']) =>
      addedBy(folderWith({ ...BARE, finding: FINDING, notes }), bare);
    const notes = { owner, notes: [note, { ...note, text: 'Older.' }] };
    assert.deepEqual(withNotes(notes), [
      ['?', 'Mika · since Monday', 'The queue is long.| · Ana · Monday'],
    ]);
    assert.deepEqual(withNotes({ ...notes, owner: null }), [
      ['?', 'The queue is long.| · Ana · Monday'],
    ]);
    assert.deepEqual(withNotes({ ...notes, notes: [] }), [['?', 'Mika · since Monday']]);
  });

  it('has lines with a bold lead, the figure, and the number of the places as usual', () => {
    const lines = [
      { kind: 'openAlerts', lead: '2 alerts:', text: 'A and B.' },
      { kind: 'weak', lead: '', text: 'C is weak.' },
    ] as const;
    const { figure } = folderViewOf(FOLDER);
    assert.ok(figure !== null);
    const counts = (['new', 'usual'] as const).map((state) => ({
      ...{ state, title: state, shortTitle: '', countText: '', count: 7 },
    }));
    const content = folderWith({ ...BARE, finding: FINDING, lines, figure, counts });
    assert.deepEqual(addedBy(content, bare), [
      ['?', '● usual| 7'],
      ['?', '2 alerts:| A and B.'],
      ['?', 'C is weak.'],
      ['?', `${figure.label}| ${figure.text} · ${figure.compared} · ${figure.responses}`],
    ]);
    const none = counts.map((count) => ({ ...count, count: 0 }));
    assert.deepEqual(addedBy(folderWith({ ...BARE, finding: FINDING, counts: none }), bare), []);
    const short = { ...figure, compared: '' };
    assert.deepEqual(addedBy(folderWith({ ...BARE, finding: FINDING, figure: short }), bare), [
      ['?', `${figure.label}| ${figure.text} · ${figure.responses}`],
    ]);
  });
});

describe('a section in a chat', () => {
  const bare = folderWith({ ...BARE, finding: FINDING });
  const [sample] = folderViewOf(FOLDER).sections.flatMap(({ rows }) => rows);
  assert.ok(sample !== undefined);
  const rowsTo = (count: number): readonly Row[] =>
    Array.from({ length: count }, (_, i) => ({
      ...sample,
      folder: 11 + i,
      line: `P${i + 1}`,
      shortReason: `R${i + 1}`,
    }));
  const partsWith = (state: SectionState, count: number): readonly ChatPart[] => {
    const section: Section = { state, title: 'Title', rows: rowsTo(count) };
    return folderWith({ ...BARE, finding: FINDING, sections: [section] }).parts.slice(2);
  };
  const namesTo = (from: number, to: number): string =>
    rowsTo(to)
      .slice(from)
      .map(({ line }) => line)
      .join(' · ');

  it('has reasons of five new or silent places, and the names of the others', () => {
    const items = [1, 2, 3, 4, 5].map((i) => `* P${i}| – R${i}`);
    assert.deepEqual(partsOf({ parts: partsWith('new', 7) }), [
      ['?', '▼ Title| 7', ...items],
      ['?', namesTo(5, 7)],
    ]);
    assert.deepEqual(partsOf({ parts: partsWith('noSignal', 5) }), [['?', '⊘ Title| 5', ...items]]);
  });

  it('has the names alone in other states, fifteen in a part', () => {
    for (const state of ['still', 'recovered', 'better', 'newPlace'] as const) {
      const [part] = partsOf({ parts: partsWith(state, 2) });
      assert.match(part?.[1] ?? '', /^. Title\| 2$/);
      assert.deepEqual(part?.slice(2), ['P1 · P2']);
    }
    assert.deepEqual(
      partsOf({ parts: partsWith('still', 16) }).map((lines) => lines.at(-1)),
      [namesTo(0, 15), 'P16'],
    );
    assert.deepEqual(partsOf({ parts: partsWith('still', 16) })[1], ['?', 'P16']);
    assert.equal(partsWith('still', 15).length, 1);
  });

  it('says that more than 450 places are not named', () => {
    const [most, more] = [450, 451].map((count) => partsOf({ parts: partsWith('still', count) }));
    assert.deepEqual([most?.length, most?.at(-1)?.at(-1)], [30, namesTo(435, 450)]);
    assert.deepEqual([more?.length, more?.at(-1)], [31, ['?', '…']]);
  });

  it('is left out for the places as usual', () => {
    assert.deepEqual(partsWith('usual', 3), []);
    assert.equal(bare.parts.length, 2);
  });

  it('links a place to its page', () => {
    const urls = partsWith('new', 2)[0]?.lines.map(({ runs }) => runs[0]?.url);
    assert.deepEqual(urls, [null, `${SITE}/#/2026-W46/11`, null]);
  });
});

describe('a chat about a place', () => {
  const bare = placeWith({ surveys: [], alerts: null, remarks: [], notices: [] });

  it('has the findings of further surveys', () => {
    const [first, second] = placeViewOf(PLACE).surveys;
    assert.ok(first !== undefined && second !== undefined);
    const other = { ...second, finding: FINDING };
    const content = placeWith({ surveys: [first, other], alerts: null, remarks: [] });
    assert.deepEqual(addedBy(content, bare), [
      ['?', '“How clean was it?”', 'Headline.', 'Detail.'],
    ]);
  });

  it('has what is said of its alerts, and remarks', () => {
    const alerts = {
      ...{ title: '', note: '', strip: [], hours: 168, dayLabels: [], items: [] },
      summary: 'In alarm.',
      good: 'Good.',
    };
    const withAlerts = (change: Partial<typeof alerts>) =>
      addedBy(placeWith({ surveys: [], remarks: [], alerts: { ...alerts, ...change } }), bare);
    assert.deepEqual(withAlerts({}), [['?', 'In alarm.', 'Good.']]);
    assert.deepEqual(withAlerts({ good: '' }), [['?', 'In alarm.']]);
    assert.deepEqual(withAlerts({ good: '', summary: '' }), []);
    const content = placeWith({ surveys: [], alerts: null, remarks: ['Odd.', 'Even.'] });
    assert.deepEqual(addedBy(content, bare), [
      ['?', 'Odd.'],
      ['?', 'Even.'],
    ]);
  });
});

describe('the styles of a chat', () => {
  const stylesOf = ({ parts }: ChatContent) =>
    parts.map(({ lines }) => lines.map(({ runs }) => runs.map(({ style }) => style).join(' ')));

  it('make heads and places bold, and what is beside them quiet', () => {
    const { sections, figure } = folderViewOf(FOLDER);
    const rows = sections[0]?.rows ?? [];
    const lines = [{ kind: 'openAlerts', lead: 'Lead:', text: 'Text.' }] as const;
    const note = { id: 'a', text: 'Note.', signature: 'Ana' };
    const notes = { title: '', owner: null, notes: [note] };
    const listed = (['new', 'still'] as const).map((state) => ({ state, title: state, rows }));
    const view = { ...BARE, finding: FINDING, lines, figure, notes, sections: listed };
    assert.deepEqual(stylesOf(folderWith(view)), [
      ['quiet quiet'],
      ['bold', 'plain'],
      ['plain quiet'],
      ['bold quiet', 'bold plain'],
      ['bold quiet', 'plain'],
      ['bold plain'],
      ['bold plain'],
    ]);
    const [, second] = placeViewOf(PLACE).surveys;
    assert.ok(second !== undefined);
    const surveys = [second, { ...second, finding: FINDING }];
    const place = placeWith({ surveys, finding: FINDING, alerts: null, remarks: [], notices: [] });
    assert.deepEqual(stylesOf(place).at(-1), ['bold', 'plain', 'plain']);
  });
});

describe('the links of a chat', () => {
  it('are the page, the PDF and taking on a place, which a message about a folder names', () => {
    const linksOf = (message: ReportMessage) =>
      chatContent(message, FOOTER).links.map(({ text, url }) => [text, url]);
    assert.deepEqual(linksOf(PLACE), [
      ['Open the week', `${SITE}/#/2026-W46/41`],
      ['Open the PDF', `${SITE}/d/TOKEN`],
      ['I’m on it', `${SITE}/#/2026-W46/41?take=1`],
    ]);
    assert.deepEqual(
      linksOf({
        ...{ ...PLACE, pageLink: null },
        takeOnLink: { folder: 7, text: 'T', longText: 'Take on Kuopio', url: SITE },
      }),
      [
        ['Open the PDF', `${SITE}/d/TOKEN`],
        ['Take on Kuopio', `${SITE}/`],
      ],
    );
  });

  it('are those that there are', () => {
    const { links } = chatContent({ ...FOLDER, takeOnLink: null, pageLink: null }, FOOTER);
    assert.deepEqual(
      links.map(({ text }) => text),
      ['Open the PDF'],
    );
  });

  it('end with why it is sent, and how to end it', () => {
    const { footer } = chatContent(PLACE, FOOTER);
    assert.equal(footer?.isOptional, false);
    assert.deepEqual(
      footer.lines.map((line) => [textOf(line), line.runs[0]?.url, line.runs[0]?.style]),
      [
        ['Why this is sent.', null, 'quiet'],
        ['Unsubscribe', `${SITE}/u`, 'quiet'],
      ],
    );
    assert.equal(chatContent(PLACE, null).footer, null);
  });
});
