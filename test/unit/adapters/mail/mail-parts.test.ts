// What mails show of each part of a view: the whole HTML of a folder and of a place as goldens that a browser opens, and what is
// left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderConfirmationHtml, renderHtml } from '../../../../lib/adapters/mail/html.ts';
import { renderConfirmationText, renderText } from '../../../../lib/adapters/mail/text.ts';
import { createReportMessage } from '../../../../lib/delivery/report-message.ts';
import type { PlaceNotes } from '../../../../lib/domain/place-notes.ts';
import type { MessageFooter, ReportMessage } from '../../../../lib/ports/message.ts';
import type { FolderView, PlaceView, Row, SurveyView } from '../../../../lib/view/report-view.ts';
import { assertGolden } from '../../../support/golden.ts';
import { outlineOf, textsIn } from '../../../support/mail-html.ts';
import type { FolderSketch, SurveySketch } from '../../../support/test-reports.ts';
import { createReport } from '../../../support/test-reports.ts';

const SITE = 'https://reports.example.com';
const FOOTER: MessageFooter = {
  texts: ['You asked for this mail.', 'It has no pictures.'],
  unsubscribe: { text: 'Unsubscribe', url: `${SITE}/unsubscribe?a=1&b=2` },
};
const WRITTEN: PlaceNotes = {
  owner: { by: 'a', name: 'Mika', week: '2026-W46', since: '2026-11-10T08:30:00Z' },
  notes: ['The queue is long.', 'An earlier note.'].map((text, i) => ({
    by: 'a',
    name: 'Ana',
    week: '2026-W46',
    id: String(i),
    text,
    at: '2026-11-11T09:15:00Z',
  })),
};
const FALLEN: Partial<SurveySketch> = { shift: -0.3, volume: 900 };
const STATES: readonly Partial<SurveySketch>[] = [
  FALLEN,
  { shift: -0.25 },
  { silentDays: [5, 6, 7] },
  { levelChange: { weeksAgo: 4, mood: 0.5 } },
  { levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } },
  { shift: 0.3, indexType: 'AVERAGE' },
  { openWeeks: 4 },
  {},
];

function messageOf(
  sketch: FolderSketch,
  notes: ReadonlyMap<number, PlaceNotes> = new Map(),
  locale = 'en',
): ReportMessage {
  const report = createReport({ path: [{ key: 1, name: 'A & B' }], ...sketch });
  const pageUrl = `${SITE}/#/2026-W46/${sketch.key}`;
  return createReportMessage(report, {
    locale,
    reportUrl: `${SITE}/d/TOKEN?a=1&b=2`,
    pageUrl,
    placeUrls: new Map([11, 12].map((key) => [key, `${SITE}/#/2026-W46/${key}`])),
    notes,
    isUpdate: false,
  });
}

const REGION: FolderSketch = {
  key: 2,
  name: 'Finland <north>',
  folders: STATES.map((survey, i) => ({
    key: 11 + i,
    name: `Place ${i + 1}`,
    surveys: [{ key: 110 + i, name: 'How was it?', ...survey }],
  })),
};
const STORE: FolderSketch = {
  key: 41,
  name: 'Store & café',
  surveys: [
    {
      key: 401,
      name: 'How was it?',
      ...FALLEN,
      alerts: [
        { alertType: 'negative', from: 10, to: 12 },
        { alertType: 'negative', from: 150, to: null },
        { alertType: 'negative', from: 20, to: 22, parameters: { negative: false } },
      ],
    },
    { key: 402, name: 'How clean was it?', volume: 300 },
  ],
};

const FOLDER = messageOf(REGION, new Map([[12, WRITTEN]]));
const PLACE = messageOf(STORE, new Map([[41, WRITTEN]]));

function folderViewOf({ view }: ReportMessage): FolderView {
  return view.kind === 'folder' ? view : assert.fail();
}

function placeViewOf({ view }: ReportMessage): PlaceView {
  return view.kind === 'place' ? view : assert.fail();
}

/** The outline of the HTML, and the plain text. */
interface Contents {
  readonly html: string;
  readonly text: string;
}

function contentsOf(message: ReportMessage, footer = FOOTER): Contents {
  const html = renderHtml(message, footer);
  assert.doesNotMatch(html, /<(p|b|span|h\d)\b[^>]*><\/\1>| · <\/p>/, 'an empty element');
  return { html: outlineOf(html), text: renderText(message, footer) };
}

function folderWith(change: Partial<FolderView>): Contents {
  return contentsOf({ ...FOLDER, view: { ...folderViewOf(FOLDER), ...change } });
}

function placeWith(change: Partial<PlaceView>): Contents {
  return contentsOf({ ...PLACE, view: { ...placeViewOf(PLACE), ...change } });
}

function withRows(change: Partial<Row>, state: 'new' | 'still' = 'new'): Contents {
  const section = folderViewOf(FOLDER).sections.find((other) => other.state === state);
  const [row] = section?.rows ?? [];
  assert.ok(section !== undefined && row !== undefined);
  return folderWith({ sections: [{ ...section, rows: [{ ...row, ...change }] }] });
}

function withSurvey(change: Partial<SurveyView>): Contents {
  const [survey] = placeViewOf(PLACE).surveys;
  assert.ok(survey !== undefined);
  return placeWith({ surveys: [{ ...survey, ...change }] });
}

function assertBoth({ html, text }: Contents, pattern: RegExp, isShown = true): void {
  for (const content of [html, text])
    assert.equal(
      pattern.test(content.replaceAll('\n', ' ')),
      isShown,
      `${pattern.source}: ${content}`,
    );
}

/** What leaves something out has no line of its own. */
function assertPartOf(part: Contents, whole: Contents): void {
  for (const kind of ['html', 'text'] as const) {
    const lines = new Set(whole[kind].split('\n'));
    for (const line of part[kind].split('\n')) assert.ok(lines.has(line), line);
  }
}

describe('the HTML of a mail', () => {
  it('of a folder matches test/golden/mail-folder.html', () => {
    const notices = ['One place is missing.', 'Its data could not be read.'];
    assertGolden('mail-folder.html', renderHtml({ ...FOLDER, notices }, FOOTER));
  });

  it('of a place matches test/golden/mail-place.html', () => {
    assertGolden('mail-place.html', renderHtml(PLACE, FOOTER));
  });

  it('of a place in Arabic matches test/golden/mail-ar.html', () => {
    assertGolden('mail-ar.html', renderHtml(messageOf(STORE, new Map(), 'ar'), FOOTER));
  });
});

describe('a mail with nothing to show but its finding', () => {
  const finding = { state: 'new', label: '', headline: 'Headline.', details: ['Detail.'] } as const;
  const shared = { path: [], finding, notices: [], notes: null };
  const links = { pageLink: null, pdfLink: null, takeOnLink: null, preheader: 'Before.' };
  const footer = { ...FOOTER, unsubscribe: null };

  it('has no other lines about a folder', () => {
    const lines = [{ kind: 'weak', lead: '', text: 'Line.' }] as const;
    const none = { sections: [], counts: [], figure: null, trend: null };
    const view = { ...folderViewOf(FOLDER), ...shared, ...none, lines };
    const { html, text } = contentsOf({ ...FOLDER, ...links, view }, footer);
    assert.equal(
      text,
      'Finland <north>\nWeek 46 · 9–15 November 2026\n\nHeadline.\nDetail.\n\nLine.\n\nYou asked for this mail.\nIt has no pictures.\n',
    );
    assert.deepEqual(html.split('\n'), [
      'hidden Before.',
      'span Finland <north>',
      'p Week 46 · 9–15 November 2026',
      'h1 Headline.',
      'p Detail.',
      'p Line.',
      'p You asked for this mail.',
      'p It has no pictures.',
    ]);
  });

  it('has no other lines about a place', () => {
    const [first, second] = placeViewOf(PLACE).surveys;
    assert.ok(first !== undefined && second !== undefined && first.painPoints !== null);
    const none = { buttons: null, trend: null, painPoints: null };
    const painPoints = { ...first.painPoints, options: [], empty: 'None.' };
    const { alerts } = placeViewOf(PLACE);
    assert.ok(alerts !== null);
    const view = {
      ...placeViewOf(PLACE),
      ...shared,
      surveys: [
        { ...first, ...none, finding, painPoints },
        { ...second, ...none, finding, position: '' },
      ],
      alerts: { ...alerts, summary: 'Summary.', items: [], good: '' },
      remarks: ['Remark.'],
    };
    const { html, text } = contentsOf({ ...PLACE, ...links, view }, footer);
    assert.deepEqual(text.split('\n'), [
      'Store & café',
      view.period,
      '',
      ...['Headline.', 'Detail.', '', 'Pain points', 'None.', ''],
      ...['“How clean was it?”', 'Headline.', 'Detail.', '', 'Summary.', '', 'Remark.', ''],
      ...['You asked for this mail.', 'It has no pictures.', ''],
    ]);
    assert.deepEqual(html.split('\n'), [
      'hidden Before.',
      'span Store & café',
      `p ${view.period}`,
      ...['h1 Headline.', 'p Detail.', 'b Pain points'],
      'span presses, and the difference from last week',
      ...['p None.', 'h2 “How clean was it?”', 'p Headline.', 'p Detail.'],
      ...['p Summary.', 'p Remark.', 'p You asked for this mail.', 'p It has no pictures.'],
    ]);
  });
});

describe('a row of a mail', () => {
  it('has its path, other figures, owner and note where there are some', () => {
    const noted = { note: 'A note.', noteSignature: 'Ana · Tuesday' };
    const row = { path: 'Terminal 2', own: '2.42 / 4', suffix: 'Average', ...noted };
    const owner = { name: 'Mika', text: 'Mika is on it', since: 'since Monday' };
    for (const state of ['new', 'still'] as const) {
      const shown = withRows({ ...row, owner }, state);
      for (const pattern of [
        /· Average/,
        /2\.42 \/ 4/,
        /Mika · since Monday/,
        /A note\./,
        /Ana · Tuesday/,
      ])
        assertBoth(shown, pattern);
      const bare = withRows({ owner: null, note: '', own: '', compared: '', suffix: '' }, state);
      assertBoth(bare, /Mika|A note|Average|2\.42/, false);
    }
    const { html } = withRows({ owner, ...noted, reason: 'A reason.' }, 'still');
    assert.match(
      html,
      /\np · A reason\.\np Mika · since Monday\np A note\.\np Ana · Tuesday\nspan/,
    );
    assertBoth(withRows(row), /Terminal 2/);
    assertBoth(withRows({ path: '' }), /Terminal/, false);
  });

  it('is one line without its figures and reason where these are not known', () => {
    const { html, text } = withRows({ now: '', own: '', compared: '', reason: '' }, 'still');
    assert.match(html, /\nb Place 4\nspan ●\nh2 As usual/);
    assert.match(text, /\n\* Place 4\n\n/);
  });

  it('links to its place where it has a page', () => {
    assertBoth(withRows({ folder: 12 }), /2026-W46\/12/);
    assert.match(withRows({ folder: 99 }).html, /\nh3 Place 1\n/);
    assert.match(withRows({ folder: 11 }).html, /\na Place 1 → https:\S+\/11\n/);
  });

  it('offers to take on the place that lost most, and no other', () => {
    assertBoth(withRows({ folder: 11 }), /I’m on it/);
    assertBoth(withRows({ folder: 12 }), /I’m on it/, false);
    assertBoth(contentsOf({ ...FOLDER, takeOnLink: null }), /I’m on it/, false);
    const ofAll = {
      ...FOLDER,
      takeOnLink: { folder: 2, text: 'Take all', longText: '', url: `${SITE}/take` },
    };
    const message = { ...ofAll, view: { ...folderViewOf(FOLDER), sections: [] } };
    for (const content of [renderHtml(message, FOOTER), renderText(message, FOOTER)])
      assert.match(content, /Take all/);
  });

  it('names more than fifteen rows of a section in one paragraph', () => {
    const [section] = folderViewOf(FOLDER).sections;
    const [row] = section?.rows ?? [];
    assert.ok(section !== undefined && row !== undefined);
    const rowsTo = (count: number) => {
      const rows = Array.from({ length: count }, (_, i) => ({
        ...row,
        folder: 500 + i,
        name: `Gate ${i + 1}`,
        line: `Gate ${i + 1} 40 (was 69)`,
      }));
      return folderWith({ sections: [{ ...section, rows }] });
    };
    assertBoth(rowsTo(17), /Gate 16 40 \(was 69\) · Gate 17 40 \(was 69\)/);
    assert.match(rowsTo(17).text, /\* Gate 15/);
    assert.doesNotMatch(rowsTo(17).text, /\* Gate 16/);
    assertBoth(rowsTo(15), /\(was 69\)/, false);
    assertBoth(rowsTo(17), /New or worse (span )?17/);
  });
});

describe('the parts of a mail about a folder', () => {
  it('are left out where there is nothing to show', () => {
    const bare = folderWith({ figure: null, trend: null, sections: [], lines: [], notices: [] });
    assertBoth(bare, /All places together|Last 13 weeks|New or worse/, false);
    assertBoth(folderWith({}), /All places together/);
    assertBoth(folderWith({}), /Last 13 weeks/);
  });

  it('count the places as usual, and list the others alone', () => {
    const [first, ...others] = folderViewOf(FOLDER).counts.toReversed();
    assert.ok(first?.state === 'usual');
    assertBoth(folderWith({}), /● (h2 )?As usual (span )?1/);
    assertBoth(folderWith({}), /Place 8/, false);
    assertBoth(folderWith({ counts: [...others, { ...first, count: 0 }] }), /As usual/, false);
    assertBoth(
      folderWith({ counts: others.map((count) => ({ ...count, count: 77 })) }),
      /77/,
      false,
    );
  });

  it('have lines with and without a lead, notices, and the folder above', () => {
    const lines = [
      { kind: 'openAlerts', lead: '2 alerts:', text: 'A and B.' },
      { kind: 'weak', lead: '', text: 'C is weak.' },
    ] as const;
    assertBoth(folderWith({ lines }), /2 alerts: (p )?A and B\. +(p )?C is weak\./);
    assertBoth(folderWith({ notices: ['First.', 'Second.'] }), /First\. +(p )?Second\./);
    const path = [
      { key: 1, name: 'Top' },
      { key: 2, name: 'Top too' },
      { key: 3, name: 'Above' },
    ];
    assertBoth(folderWith({ path }), /Above/);
    assertBoth(folderWith({ path }), /Top/, false);
    assert.match(folderWith({ path: [] }).text, /^Finland <north>\n/);
  });
});

describe('the notes in a mail', () => {
  it('are the owner and the newest note, with who wrote it', () => {
    assertBoth(placeWith({}), /Mika · on it since/);
    assertBoth(placeWith({}), /The queue is long\. +(p )?Ana · Wednesday 11 November/);
    assertBoth(placeWith({}), /An earlier note/, false);
    const { notes } = placeViewOf(PLACE);
    assert.ok(notes !== null);
    const unowned = placeWith({ notes: { ...notes, owner: null } });
    assertBoth(unowned, /Mika/, false);
    assertBoth(unowned, /The queue is long/);
    assertPartOf(unowned, placeWith({}));
    assertBoth(placeWith({ notes: null }), /Mika|queue is/, false);
  });
});

describe('the parts of a mail about a place', () => {
  it('have buttons and pain points, except as usual', () => {
    const [survey] = placeViewOf(PLACE).surveys;
    assert.ok(survey !== undefined);
    assertBoth(withSurvey({}), /Very unhappy\s158/);
    assertBoth(withSurvey({}), /Cleanliness/);
    const usual = withSurvey({ finding: { ...survey.finding, state: 'usual' } });
    assertBoth(usual, /Very unhappy|Cleanliness/, false);
    assertBoth(usual, /Last 13 weeks/);
    const bare = withSurvey({ buttons: null, trend: null, painPoints: null });
    assertBoth(bare, /Very unhappy|Cleanliness|Last 13 weeks/, false);
  });

  it('have at most four pain points, and say where there are none', () => {
    const painPoints = placeViewOf(PLACE).surveys[0]?.painPoints ?? assert.fail();
    assert.ok(painPoints.options.length > 4);
    assertBoth(withSurvey({}), /Prices/);
    assertBoth(withSurvey({}), /Parking|Staff helpfulness/, false);
    const none = withSurvey({ painPoints: { ...painPoints, options: [], empty: 'None named.' } });
    assertBoth(none, /None named\./);
    const silent = withSurvey({ painPoints: { ...painPoints, options: [], empty: '' } });
    assert.doesNotMatch(silent.html, /Pain points/);
    assertBoth(withSurvey({}), /presses, and the difference from last week/);
    assert.match(withSurvey({}).text, /\nPain points · presses[^\n]+\n\* Cleanliness/);
    assert.doesNotMatch(none.text, /difference from last week/);
  });

  it('name open alerts with their time, but no ended ones', () => {
    const { alerts } = placeViewOf(PLACE);
    assert.ok(alerts !== null);
    assertBoth(placeWith({}), /open since Sun 15 Nov, 06:00/);
    assertBoth(placeWith({}), /1 alert about good feedback/);
    const items = alerts.items.map((item) => ({ ...item, isOpen: false }));
    const ended = placeWith({ alerts: { ...alerts, items, good: '' } });
    assertBoth(ended, /open since|good feedback/, false);
    assertBoth(ended, /In alarm 20h/);
    assertBoth(placeWith({ alerts: null }), /In alarm/, false);
    assertPartOf(placeWith({ alerts: null }), placeWith({}));
    assertBoth(placeWith({ remarks: ['Odd.', 'Even.'] }), /Odd\. +(p )?Even\./);
  });

  it('have a head for further surveys alone', () => {
    const { html, text } = placeWith({});
    assert.match(text, /\n“How clean was it\?”\nSurvey 2 · /);
    assert.match(html, /\nh2 “How clean was it\?”\np Survey 2 · /);
    assert.doesNotMatch(html + text, /“How was it\?”|Survey 1/);
    const [first, second] = placeViewOf(PLACE).surveys;
    assert.ok(first !== undefined && second !== undefined);
    const bare = placeWith({ surveys: [first, { ...second, position: '' }] });
    assertBoth(bare, /Survey 2/, false);
  });
});

describe('the figures of a mail', () => {
  const survey = placeViewOf(PLACE).surveys[0] ?? assert.fail();
  const trend = survey.trend ?? assert.fail();
  const painPoints = survey.painPoints ?? assert.fail();
  const buttons = survey.buttons ?? assert.fail();
  const htmlOf = (change: Partial<SurveyView>): string =>
    renderHtml(
      { ...PLACE, view: { ...placeViewOf(PLACE), surveys: [{ ...survey, ...change }] } },
      FOOTER,
    );

  it('colour the last week by how far it is from the level, earlier ones lightly', () => {
    const heats = [-2, -1, 0, 1, 2, null, -2, -1, 0, 1, 2, null] as const;
    const looksWith = (last: number | null) => {
      const points = [...heats, last].map((heat) => ({
        ...(trend.points[0] ?? assert.fail()),
        heat,
      }));
      const html = htmlOf({ trend: { ...trend, points } });
      return [...html.matchAll(/<td align="center" class="(\w+)( rule)?"/g)].map(
        ([, look]) => look,
      );
    };
    const light = ['below', 'below', 'within', 'above', 'above', 'within'];
    for (const [last, look] of [
      [-2, 'farBelow'],
      [-1, 'below'],
      [0, 'within'],
      [1, 'above'],
      [2, 'farAbove'],
      [null, 'within'],
    ] as const)
      assert.deepEqual(looksWith(last), [...light, ...light, look]);
  });

  it('explain their colours where there are some', () => {
    const isExplained = (heat: number | null) => {
      const points = trend.points.map((point, i) => ({ ...point, heat: i === 0 ? heat : 0 }));
      return htmlOf({ trend: { ...trend, points } }).includes('coloured: 8 or more points');
    };
    assert.deepEqual([-1, 0, null, 2].map(isExplained), [true, false, false, true]);
  });

  it('are closer where a number of a week has more than three characters', () => {
    const isCloser = (text: string) => {
      const points = trend.points.map((point, i) => ({ ...point, text: i === 0 ? text : '70' }));
      const html = htmlOf({ trend: { ...trend, points } });
      return html.includes('letter-spacing');
    };
    assert.deepEqual(['70', '100', '−100', '2.42'].map(isCloser), [false, false, true, true]);
  });

  it('have a bar of the shares, with labels from 8 % on and no part narrower than 1 %', () => {
    const [button] = buttons.buttons;
    assert.ok(button !== undefined);
    const shares = [0, 0.004, 0.079, 0.08, 0.837];
    const html = htmlOf({
      buttons: {
        ...buttons,
        buttons: shares.map((share, i) => ({ ...button, share, shareText: `[${i}]` })),
      },
    });
    const cells = [...html.matchAll(/<td width="(\d+)%" align="center"[^>]*>([^<]*)</g)];
    assert.deepEqual(
      cells.map(([, width, label]) => [width, label]),
      [
        ['1', '&nbsp;'],
        ['8', '&nbsp;'],
        ['8', '[3]'],
        ['84', '[4]'],
      ],
    );
  });

  it('have bars of options in parts of the largest, of which a reason is marked', () => {
    const [option] = painPoints.options;
    assert.ok(option !== undefined);
    const options = [200, 100, 1, 0].map((presses, i) => ({
      ...option,
      presses,
      isReason: i === 1,
    }));
    const html = htmlOf({ painPoints: { ...painPoints, options } });
    assert.deepEqual(
      [...html.matchAll(/width="(\d+)%"><tr><td class="(\w+)"/g)].map(([, ...bar]) => bar),
      [
        ['100', 'bar'],
        ['50', 'badBar'],
        ['1', 'bar'],
      ],
    );
    assert.match(html, /<td><\/td>/);
    assert.match(html, /class="bad" style="[^"]*;font-weight:bold"/);
    const none = [0, 0].map((presses) => ({ ...option, presses }));
    assert.doesNotMatch(
      htmlOf({ painPoints: { ...painPoints, options: none } }),
      /NaN|class="bar"/,
    );
  });
});

describe('the ends of a mail', () => {
  const withLinks = (links: Partial<ReportMessage>, footer = FOOTER) =>
    contentsOf({ ...PLACE, ...links }, footer);

  it('have the links that there are', () => {
    assertBoth(withLinks({}), /Open the week/);
    assertBoth(withLinks({}), /Open the PDF/);
    assertBoth(withLinks({ pageLink: null }), /Open the week/, false);
    assertBoth(withLinks({ pdfLink: null }), /Open the PDF/, false);
    assertBoth(withLinks({}), /Unsubscribe/);
    assertBoth(withLinks({}, { ...FOOTER, unsubscribe: null }), /Unsubscribe/, false);
    const takeOn = { folder: 41, text: 'Take it', longText: '', url: `${SITE}/take` };
    assertBoth(withLinks({ takeOnLink: takeOn }), /Take it/);
    assertBoth(withLinks({ takeOnLink: { ...takeOn, folder: 12 } }), /Take it/, false);
  });
});

describe('a mail that asks for a confirmation', () => {
  const MESSAGE = {
    language: 'en',
    direction: 'ltr',
    subject: 'Confirm <this>',
    paragraphs: ['First & last.', 'Second.'],
    confirm: { text: 'Confirm', url: `${SITE}/confirm?a=1&b=2` },
    note: 'Ignore it otherwise.',
  } as const;

  it('matches test/golden/mail-confirmation.html', () => {
    assertGolden('mail-confirmation.html', renderConfirmationHtml(MESSAGE));
  });

  it('has its paragraphs, the link and the note', () => {
    assert.equal(
      renderConfirmationText(MESSAGE),
      `First & last.\n\nSecond.\n\nConfirm\n${SITE}/confirm?a=1&b=2\n\nIgnore it otherwise.\n`,
    );
    const texts = textsIn(renderConfirmationHtml(MESSAGE), 'light');
    assert.deepEqual(
      [texts[0]?.text, texts[0]?.isHidden, texts[1]?.text],
      ['First & last.', true, 'Confirm <this>'],
    );
  });

  it('breaks its lines between words, and neither an address nor a long word', () => {
    const linesOf = (paragraph: string) =>
      renderConfirmationText({ ...MESSAGE, paragraphs: [paragraph] })
        .split('\n\n', 1)
        .flatMap((text) => text.split('\n'));
    const words = 'word '.repeat(20).trim();
    const path = 'path/'.repeat(20);
    for (const whole of [`https://a.example/${path}`, `http://127.0.0.1:8080/${path}`]) {
      assert.deepEqual(linesOf(whole), [whole]);
    }
    const long = 'x'.repeat(90);
    assert.deepEqual(linesOf(long), [long]);
    // No line looks like a quotation or the start of a message.
    assert.deepEqual(linesOf('> Not quoted. '), ['- > Not quoted.']);
    assert.deepEqual(linesOf('From here to there'), ['- From here to there']);
    assert.deepEqual(linesOf(words), ['word '.repeat(15).trim(), 'word '.repeat(5).trim()]);
    for (const text of [`${words} https://a.example/`, `https://a.example/ ${words}`]) {
      const lines = linesOf(text);
      assert.equal(lines.join(' '), text);
      assert.ok(lines.length === 2 && lines.every(({ length }) => length <= 76), lines.join('\n'));
    }
  });
});
