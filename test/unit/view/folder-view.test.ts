// The view of a folder: its finding and counts, its figure and weeks, its lines, and its parts side by side.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupFigures, Report, Subfolder, SurveyGroup } from '../../../lib/domain/report.ts';
import type { Entry, Level } from '../../../lib/domain/signals/model.ts';
import type { ChildPanel } from '../../../lib/view/report-view.ts';
import { createCompanyReport, MESSAGE_CASES } from '../../support/message-cases.ts';
import { folderViewOf } from '../../support/report-views.ts';
import type { AlertSketch, FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createRegionReport, createReport } from '../../support/test-reports.ts';

/** A company with one survey in each place. */
function companyOf(...surveys: readonly Partial<SurveySketch>[]): Report {
  const folders = surveys.map((survey, i): FolderSketch => ({
    key: 11 + i,
    name: `Place ${i + 1}`,
    surveys: [{ key: 110 + 10 * i, name: 'How was it?', ...survey }],
  }));
  return createReport({ key: 1, name: 'Northwind', folders });
}

const COMPANY = createCompanyReport();
const REGION = createRegionReport(9);
const USUAL = companyOf({}, {});
const FALLEN = companyOf({ shift: -0.3 }, { shift: -0.3 });
const FEW: Partial<SurveySketch> = { volume: 60, silentDays: [1, 2, 3, 4, 5, 6] };

/** The report with its first group changed. */
function withGroup(report: Report, change: Partial<SurveyGroup>): Report {
  const [group, ...others] = report.summary.groups;
  assert.ok(group !== undefined);
  return {
    ...report,
    summary: { ...report.summary, groups: [{ ...group, ...change }, ...others] },
  };
}

function withLevel(report: Report, level: Partial<Level>): Report {
  const [group] = report.summary.groups;
  assert.ok(group !== undefined);
  return withGroup(report, { level: { ...group.level, ...level } });
}

describe('the finding of a folder', () => {
  const stateOf = (report: Report) => folderViewOf(report).finding.state;

  it('has the state of its first section with news', () => {
    assert.deepEqual(
      [
        companyOf({ shift: -0.3 }, {}, {}, {}, {}, {}),
        companyOf({ silentDays: [4, 5, 6, 7] }, {}),
        companyOf({ levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } }, {}),
        companyOf({ shift: 0.3 }, {}, {}, {}),
        companyOf({ openWeeks: 4 }, {}),
        USUAL,
        companyOf({ hasHistory: false }, { hasHistory: false }),
        companyOf({ volume: 0 }, { volume: 0 }),
      ].map(stateOf),
      ['new', 'noSignal', 'recovered', 'better', 'newPlace', 'usual', 'unknown', 'few'],
    );
  });

  it('is low where all its places together are, though none is listed as new', () => {
    assert.equal(stateOf(withLevel(USUAL, { state: 'new' })), 'new');
    assert.equal(stateOf(withLevel(companyOf({ openWeeks: 4 }, {}), { state: 'still' })), 'still');
    assert.equal(
      stateOf(withLevel(companyOf({ openWeeks: 4 }, {}), { state: 'better' })),
      'newPlace',
    );
  });

  it('says from which parts the fall of all places together comes, where their level is known', () => {
    const headlineOf = (report: Report) => folderViewOf(report).finding.headline;
    assert.equal(
      headlineOf(FALLEN),
      '42, usually 70: because of Place 2 and Place 1 (−27.4 of −28.2).',
    );
    assert.equal(
      headlineOf(withLevel(FALLEN, { usual: null })),
      '2 of 2 places fell this week. Call Place 2 and Place 1.',
    );
  });

  it('counts the places of which the headline does not speak', () => {
    const detailsOf = (report: Report) => folderViewOf(report).finding.details;
    assert.deepEqual(detailsOf(REGION), [
      '1 has no signal, 1 is better, 8 are as usual and 1 can’t be compared.',
    ]);
    assert.deepEqual(detailsOf(companyOf({ silentDays: [4, 5, 6, 7] }, {})), ['1 is as usual.']);
    assert.deepEqual(detailsOf(companyOf({ openWeeks: 4 }, {})), ['1 is a new place.']);
    assert.deepEqual(detailsOf(USUAL), []);
    const quiet = MESSAGE_CASES.get('a region with nothing new')?.report ?? assert.fail();
    assert.equal(detailsOf(quiet).at(-1), '1 has recovered and 1 is as usual.');
  });

  it('counts places with few responses apart from silent ones', () => {
    const report = companyOf({ shift: -0.3 }, { silentDays: [4, 5, 6, 7] }, FEW, {}, {}, {});
    const { finding, sections } = folderViewOf(report);
    assert.deepEqual(
      sections.map(({ state, rows }) => [state, rows.length]),
      [
        ['new', 1],
        ['noSignal', 2],
        ['usual', 3],
      ],
    );
    assert.ok(finding.details.length > 0);
    assert.equal(
      finding.details.at(-1),
      '1 has no signal, 1 has few responses and 3 are as usual.',
    );
  });

  it('says of a partial report without a headline that data are missing', () => {
    const report = companyOf({ volume: 0 }, { volume: 0 });
    const headlineOf = (of: Report) => folderViewOf(of).finding.headline;
    assert.equal(headlineOf(report), 'No place has enough responses and weeks to tell.');
    assert.equal(
      headlineOf({ ...report, status: 'partial' }),
      'Part of this week’s data is missing.',
    );
  });

  it('has no label', () => {
    for (const report of [COMPANY, USUAL]) assert.equal(folderViewOf(report).finding.label, '');
  });
});

describe('the sections of a folder', () => {
  const countsOf = (report: Report) => {
    const { shortTitle, countText } = folderViewOf(report).counts[1] ?? assert.fail();
    return `${shortTitle} ${countText}`;
  };

  it('have a title and a count, also those without places', () => {
    assert.deepEqual(
      folderViewOf(REGION).counts.map(({ state, title, count }) => `${state}: ${title} ${count}`),
      [
        'new: New or worse 1',
        'noSignal: No signal 1',
        'still: Still low 0',
        'recovered: Recovered 0',
        'better: Better 1',
        'newPlace: New place 0',
        'usual: As usual · Not compared 9',
      ],
    );
    assert.equal(folderViewOf(REGION).counts.at(-1)?.shortTitle, 'As usual');
    assert.equal(folderViewOf(USUAL).counts.at(-1)?.title, 'As usual');
    assert.equal(folderViewOf(FALLEN).counts.at(-1)?.title, 'As usual');
  });

  it('say of places that send something that their responses are few', () => {
    const volumeLow = companyOf({}, { levelChange: { weeksAgo: 0, mood: 0.7 } });
    const [group] = volumeLow.summary.groups;
    const [template] = companyOf({ silentDays: [4, 5, 6, 7] }, {}).summary.attention.entries;
    assert.ok(group !== undefined && template !== undefined);
    const entry: Entry = { ...template, state: 'volumeLow', also: [] };
    const attention = { ...volumeLow.summary.attention, entries: [entry] };
    const report = { ...volumeLow, summary: { ...volumeLow.summary, attention } };
    const [section] = folderViewOf(report).sections;
    assert.deepEqual([section?.state, section?.title], ['noSignal', 'Few responses']);
    assert.equal(countsOf(report), 'Few responses 1');
    const silent: Entry = {
      ...template,
      folder: { key: 12, name: 'Place 2' },
      survey: { key: 120, name: 'How was it?' },
    };
    const both = { ...attention, entries: [entry, silent] };
    const withBoth = { ...report, summary: { ...report.summary, attention: both } };
    const [mixed] = folderViewOf(withBoth).sections;
    assert.deepEqual([mixed?.rows.length, mixed?.title], [2, 'No signal · Few responses']);
    // The short title is that of the first number.
    assert.equal(countsOf(withBoth), 'No signal 1 + 1');
    // Also of a place with too few responses for an index.
    const leaves = { ...group.leaves, data: group.leaves.data.map(() => [1, 0, 0, 0]) };
    const [tooFew] = folderViewOf({
      ...report,
      summary: { ...report.summary, attention, groups: [{ ...group, leaves }] },
    }).sections;
    assert.deepEqual([tooFew?.rows[0]?.now, tooFew?.title], ['', 'Few responses']);
  });
});

describe('the figure of a folder', () => {
  it('is compared with its range, its level, or nothing', () => {
    const figureOf = (report: Report) => {
      const { figure } = folderViewOf(report);
      return figure === null ? null : [figure.text, figure.compared];
    };
    assert.deepEqual(figureOf(USUAL), ['69', 'usually 66–75']);
    assert.deepEqual(figureOf(FALLEN), ['42', 'was 70']);
    assert.deepEqual(figureOf(companyOf({ hasHistory: false }, { hasHistory: false })), ['69', '']);
    assert.equal(figureOf(companyOf({ volume: 0 }, { volume: 0 })), null);
  });
});

describe('the weeks of a folder', () => {
  it('are those of all kinds together, from ten responses on', () => {
    const report = createReport({
      key: 1,
      name: 'Northwind',
      folders: [
        { key: 11, name: 'A', surveys: [{ key: 110, name: 'A' }] },
        {
          key: 12,
          name: 'B',
          surveys: [{ key: 120, name: 'B', indexType: 'AVERAGE', openWeeks: 3 }],
        },
      ],
    });
    const { trend } = folderViewOf(report);
    assert.equal(trend?.points.length, 13);
    trend.points.forEach(({ value, responses }, i) => {
      const weeks = report.summary.groups.flatMap((group) => group.trend[i] ?? []);
      assert.equal(
        responses,
        weeks.reduce((sum, week) => sum + week.responses, 0),
      );
      const presses = weeks.reduce(
        (sum, { data }) =>
          sum + data.reduce((all, count, button) => all + (count * button * 100) / 3, 0),
        0,
      );
      assert.ok(Math.abs((value ?? 0) - presses / responses) < 1e-9);
    });
    assert.equal(folderViewOf(companyOf({ volume: 0 }, { volume: 0 })).trend, null);
    const opened = folderViewOf(companyOf({ openWeeks: 4 }, { openWeeks: 4 })).trend;
    assert.deepEqual(
      opened?.points.map(({ value }) => value !== null),
      Array.from({ length: 13 }, (_, i) => i >= 9),
    );
  });

  it('have the usual range as a band, or the level as a line', () => {
    const usual = folderViewOf(USUAL).trend;
    assert.deepEqual(
      [usual?.band?.fromWeek, usual?.band?.label, usual?.note, usual?.levels],
      ['2026-W34', 'usually 66–75', 'Blue band: usual range.', []],
    );
    const fallen = folderViewOf(FALLEN).trend;
    assert.deepEqual([fallen?.band, fallen?.note], [null, '']);
    assert.deepEqual(
      fallen?.levels.map(({ fromWeek, toWeek, label }) => [fromWeek, toWeek, label]),
      [['2026-W34', '2026-W46', 'was 70']],
    );
    const unknown = folderViewOf(companyOf({ hasHistory: false }, { hasHistory: false })).trend;
    assert.deepEqual([unknown?.band, unknown?.levels, unknown?.note], [null, [], '']);
  });

  it('have no band of a range that is wider than 24 points, and say that they are uneven', () => {
    const widthOf = (half: number) => {
      const { index } = USUAL.summary.groups[0] ?? assert.fail();
      const usual = index ?? assert.fail();
      const report = withLevel(USUAL, { usual, lower: usual - half, upper: usual + half });
      const { trend, children } = folderViewOf(report);
      return [
        trend?.band !== null,
        trend?.note,
        children?.panels[0]?.band !== null,
        children?.panels[0]?.cause,
      ];
    };
    const uneven = 'Too uneven for a usual range.';
    assert.deepEqual(widthOf(12.5), [false, uneven, false, uneven]);
    assert.deepEqual(widthOf(11.5), [true, 'Blue band: usual range.', true, 'Usually 58–81.']);
  });

  it('are far from the level of the folder', () => {
    assert.equal(folderViewOf(FALLEN).trend?.points.at(-1)?.heat, -2);
    assert.equal(folderViewOf(FALLEN).trend?.points[0]?.heat, 0);
  });

  it('begin at 0 on an axis where the range or a week is lower than 40', () => {
    assert.equal(folderViewOf(USUAL).trend?.axis.min, 40);
    assert.equal(folderViewOf(companyOf({ mood: 0.3 }, { mood: 0.3 })).trend?.axis.min, 0);
    const [group] = USUAL.summary.groups;
    const low = withLevel(USUAL, {
      usual: group?.index ?? 0,
      lower: 30,
      upper: 2 * (group?.index ?? 0) - 30,
    });
    assert.equal(folderViewOf(low).trend?.axis.min, 0);
    const fallen = folderViewOf(companyOf({ shift: -0.5 }, { shift: -0.5 })).trend;
    assert.deepEqual([fallen?.band, fallen?.axis.min], [null, 0]);
  });

  it('are read out', () => {
    assert.match(
      folderViewOf(USUAL).trend?.description ?? '',
      /^All places together, 0–100 by week: Week 34: \d\d \([\d,]+ responses\), .* and Week 46: 69 \(1,125 responses\)\.$/,
    );
  });
});

describe('the lines of a folder', () => {
  const open = (...hours: readonly number[]): { readonly alerts: readonly AlertSketch[] } => ({
    alerts: hours.map((from) => ({ alertType: 'negative', from, to: null })),
  });
  const linesOf = (report: Report) =>
    folderViewOf(report).lines.map(({ kind, lead, text }) => [kind, lead, text]);

  it('name open alerts by place, most alerts first, with the oldest of each', () => {
    const report = companyOf(open(150), open(160.5, 155.25, 158));
    const { openAlerts } = report.summary;
    for (const alerts of [openAlerts, openAlerts.toReversed()]) {
      const summary = { ...report.summary, openAlerts: alerts };
      assert.deepEqual(linesOf({ ...report, summary }), [
        [
          'openAlerts',
          '4 alerts are still open:',
          'Place 2 (3, the oldest since Sun 15 Nov, 11:15) and Place 1 (since Sun 15 Nov, 06:00).',
        ],
      ]);
    }
  });

  it('name five places and count the others', () => {
    const [line] = linesOf(companyOf(...Array.from({ length: 7 }, () => open(160))));
    assert.match(line?.[2] ?? '', /^Place 1 .*, Place 5 \(.*\) and 2 more\.$/);
    const [six] = linesOf(companyOf(...Array.from({ length: 5 }, () => open(160))));
    assert.match(six?.[2] ?? '', /Place 4 \([^)]*\) and Place 5 \([^)]*\)\.$/);
  });

  it('name the places in alarm and those far below the others', () => {
    const alarm = { alerts: [{ alertType: 'negative', from: 0, to: 100 }] };
    assert.deepEqual(linesOf(companyOf(alarm, {})), [
      ['inAlarm', 'Also in alarm for a day or longer:', 'Place 1.'],
    ]);
    const [entry] = companyOf(alarm, {}).summary.attention.entries;
    assert.ok(entry !== undefined);
    const attention = {
      ...USUAL.summary.attention,
      entries: [{ ...entry, state: 'standingLow' as const }],
    };
    const report = { ...USUAL, summary: { ...USUAL.summary, attention } };
    const [line] = linesOf(report);
    assert.deepEqual([line?.[0], line?.[2]], ['standingLow', 'Place 1.']);
    assert.notEqual(line?.[1], '');
  });

  it('have the days on which many places were closed', () => {
    const open = [0, 0, 0, 0, 12, 12, 12];
    const empty = [0, 0, 0, 0, 0, 9, 0];
    const closed = [{ timeZone: 'Europe/Helsinki', open, empty, shared: [6] }];
    const lines = linesOf({ ...USUAL, summary: { ...USUAL.summary, closed } });
    assert.deepEqual(
      lines.map(([kind, lead]) => [kind, lead]),
      [['closure', '']],
    );
    assert.match(lines[0]?.[2] ?? '', /9 of 12/);
  });

  it('count the alerts about good feedback of the folder’s own surveys', () => {
    const good = { alertType: 'negative', parameters: { negative: false } };
    const own = [
      {
        key: 5,
        name: 'Own',
        alerts: [
          { ...good, from: 1, to: 2 },
          { ...good, from: 3, to: 4 },
        ],
      },
      {
        key: 6,
        name: 'Other',
        alerts: [
          { ...good, from: 5, to: 6 },
          { alertType: 'negative', from: 7, to: 8 },
        ],
      },
      { key: 7, name: 'Unread', alerts: null },
    ];
    const folders = [
      {
        key: 11,
        name: 'Place',
        surveys: [{ key: 110, name: 'How?', alerts: [{ ...good, from: 1, to: 2 }] }],
      },
    ];
    const report = createReport({ key: 1, name: 'Northwind', surveys: own, folders });
    assert.deepEqual(linesOf(report), [['goodAlerts', '', '3 alerts about good feedback.']]);
  });

  it('have the places that are a little low', () => {
    const weak = [{ folder: 11, survey: 110, name: 'How was it?' }];
    const attention = { ...USUAL.summary.attention, weak };
    const [line] = linesOf({ ...USUAL, summary: { ...USUAL.summary, attention } });
    assert.deepEqual([line?.[0], line?.[1]], ['weak', '']);
    assert.match(line?.[2] ?? '', /1/);
  });

  it('have the target of the kind with the most responses', () => {
    const target = { value: 60, met: true, assurance: null } as const;
    const [line] = linesOf(withLevel(USUAL, { target }));
    assert.deepEqual([line?.[0], line?.[1]], ['setting', '']);
    assert.match(line?.[2] ?? '', /60/);
  });

  it('are none where there is nothing to say', () => {
    assert.deepEqual(linesOf(USUAL), []);
  });
});

describe('the parts of a folder side by side', () => {
  const panelsOf = (report: Report): readonly ChildPanel[] =>
    folderViewOf(report).children?.panels ?? assert.fail();

  it('are the folder itself, then its parts', () => {
    assert.deepEqual(
      panelsOf(COMPANY).map(({ key, name, state, now }) => [key, name, state, now]),
      [
        [1, 'All places together', 'new', '58'],
        [2, 'Helsinki Airport', 'still', '56'],
        [3, 'Oulu Airport', 'new', '61'],
      ],
    );
  });

  it('say what is usual, or since when they are low and which two places take most', () => {
    assert.deepEqual(
      panelsOf(COMPANY).map(({ cause }) => cause),
      [
        'New or worse · was 67. Lounge: −1.8 of the difference. Restrooms: −1.6 of the difference.',
        'Still low · was 67. Lounge: −3.5 of the difference. Restrooms: −3.1 of the difference.',
        'New or worse · was 67. Lounge: −3.1 of the difference. Security control: −2.4 of the difference.',
      ],
    );
    assert.deepEqual(
      panelsOf(REGION)
        .map(({ name, cause }) => `${name}: ${cause}`)
        .slice(1, 6),
      [
        'Helsinki Central: Usually 57–67.',
        'Espoo: Usually 78–87.',
        'Tampere: Better · was 58.',
        'Vantaa: Usually 65–76.',
        'Oulu: No signal.',
      ],
    );
    const twice = createReport({
      key: 1,
      name: 'Northwind',
      folders: [
        { key: 11, name: 'A', surveys: [{ key: 110, name: 'How was it?' }] },
        {
          key: 12,
          name: 'B',
          surveys: [
            { key: 120, name: 'How was it?' },
            {
              key: 121,
              name: 'Would you recommend us?',
              indexType: 'NPS',
              feedbackScale: 'FIVE',
              shift: -0.4,
            },
          ],
        },
      ],
    });
    assert.match(panelsOf(twice).at(-1)?.cause ?? '', /B · NPS: −/);
    const mixed = companyOf({ shift: -0.4 }, { shift: 0.3 }, {});
    assert.equal(
      panelsOf(mixed)[0]?.cause,
      'New or worse · was 70. Place 1: −11.2 of the difference.',
    );
    const small = companyOf({ shift: -0.4, volume: 4000 }, { volume: 60 }, { volume: 60 });
    assert.equal(
      panelsOf(small)[0]?.cause,
      'New or worse · was 69. Place 1: −35.0 of the difference.',
    );
    const recovered = companyOf({ levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } }, {});
    assert.equal(panelsOf(recovered)[1]?.cause, 'Recovered.');
  });

  it('have the state of their only place', () => {
    const panels = panelsOf(
      companyOf({ silentDays: [4, 5, 6, 7] }, { openWeeks: 4 }, { shift: 0.3 }),
    );
    assert.deepEqual(
      panels.slice(1).map(({ state }) => state),
      ['noSignal', 'newPlace', 'better'],
    );
  });

  it('say nothing of a level that is not known', () => {
    const unknown = companyOf({ hasHistory: false }, { hasHistory: false });
    assert.deepEqual(
      panelsOf(unknown).map(({ state, cause }) => [state, cause]),
      Array(3).fill(['unknown', '']),
    );
    const low = withLevel(USUAL, { state: 'new', usual: null });
    assert.match(panelsOf(low)[0]?.cause ?? '', /^New or worse\. Place 2: /);
  });

  it('have no figure with fewer than ten responses, also where their place is listed', () => {
    const report = companyOf({ shift: -0.3 }, {});
    const subfolders = report.subfolders.map((subfolder) => ({
      ...subfolder,
      summary: {
        ...subfolder.summary,
        groups: subfolder.summary.groups.map((group) => ({ ...group, data: [2, 3, 2, 2] })),
      },
    }));
    const [, panel] = panelsOf({ ...report, subfolders });
    assert.deepEqual([panel?.state, panel?.now], ['new', '']);
    assert.match(panel?.cause ?? '', /^New or worse\. /);
  });

  it('are left out of a folder with one part, and where their weeks are not known', () => {
    assert.equal(folderViewOf(companyOf({})).children, null);
    const subfolders = USUAL.subfolders.map(({ trend: _, ...other }): Subfolder => other);
    assert.equal(folderViewOf({ ...USUAL, subfolders }).children, null);
    const [first, ...others] = USUAL.subfolders;
    assert.ok(first !== undefined);
    const { trend, ...unread } = first;
    assert.ok(trend !== undefined);
    assert.equal(folderViewOf({ ...USUAL, subfolders: [unread, ...others] }).children, null);
  });

  it('leave out parts of which no week is measured', () => {
    assert.deepEqual(
      panelsOf(companyOf({ volume: 0 }, {})).map(({ name }) => name),
      ['All places together', 'Place 2'],
    );
    assert.deepEqual(panelsOf(companyOf({ volume: 0 }, { volume: 0 })), []);
  });

  it('of the same name have their own places', () => {
    const place = (key: number, name: string): FolderSketch => ({
      key,
      name,
      surveys: [{ key: 10 * key, name: 'How was it?', silentDays: [4, 5, 6, 7] }],
    });
    const folders = [place(11, 'Kiosk'), place(12, 'Kiosk'), place(13, 'Shop')];
    const panels = panelsOf(createReport({ key: 1, name: 'Northwind', folders }));
    assert.deepEqual(
      panels.slice(1).map(({ name, state }) => [name, state === 'noSignal']),
      [
        ['Kiosk', true],
        ['Kiosk', true],
        ['Shop', true],
      ],
    );
  });

  it('of one survey have the level of its entry', () => {
    const report = companyOf({ shift: -0.3 }, {});
    const groups = (subfolder: Subfolder): readonly GroupFigures[] =>
      subfolder.summary.groups.map((group) => ({
        ...group,
        level: { ...group.level, state: 'usual', usual: null, lower: null, upper: null },
      }));
    const subfolders = report.subfolders.map((subfolder) => ({
      ...subfolder,
      summary: { ...subfolder.summary, groups: groups(subfolder) },
    }));
    assert.match(panelsOf({ ...report, subfolders })[1]?.cause ?? '', /was 70/);
  });
});
