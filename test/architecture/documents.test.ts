// What documents say that can be checked: promises name tests that are there, links lead somewhere, alarms and the
// runbook know each other, metrics are explained, queries use logged messages, sums add up, and costs are
// based on measurements.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../lib/domain/calendar.ts';
import { memoryCompany } from '../support/memory-company.ts';
import { weeklyRun } from '../support/plan-and-worker.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const GUARANTEES = 'docs/guarantees.md';
const RUNBOOK = 'docs/runbook.md';
const OPERATIONS = 'docs/operations.md';
const RESULTS = 'test/bench/RESULTS.md';
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  'infra/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Gives the text of a file by its path in the project. */
type Read = (path: string) => string;
type Rule = (read: Read) => readonly string[];

const fromDisk: Read = (path) => readFileSync(join(ROOT, path), 'utf8');

// ── guarantees and their tests ────────────────────────────────────────────────────────────────────

/** Each guarantee has a line "Tests: [label] · …", and each label a definition that leads to a test file. */
const guaranteesNameTests: Rule = (read) => {
  const text = read(GUARANTEES);
  const paths = new Map(
    Array.from(
      text.matchAll(/^\[([\w-]+)\]: \.\.\/(\S+\.test\.ts)$/gm),
      ([, label = '', path = '']) => [label, path],
    ),
  );
  const guarantees = text.split(/^### /m).slice(1);
  return guarantees.flatMap((guarantee) => {
    const labels = Array.from(
      (/^Tests: (.+)$/m.exec(guarantee)?.[1] ?? '').matchAll(/\[([\w-]+)\]/g),
      ([, label = '']) => label,
    );
    if (labels.length === 0) return [`no test: ${guarantee.split('\n')[0] ?? ''}`];
    return labels
      .filter((label) => !existsSync(join(ROOT, paths.get(label) ?? 'missing')))
      .map((label) => `no such file: ${label}`);
  });
};

// ── links ───────────────────────────────────────────────────────────────────────────────────────

const linksHaveTargets: Rule = (read) =>
  DOCUMENTS.flatMap((document) => {
    const prose = withoutCode(read(document)).replaceAll(/`[^`\n]*`/g, '');
    const targets = [...prose.matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)];
    return targets
      .map(([, inline, defined]) => inline ?? defined ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document : join(dirname(document), path);
        if (!existsSync(join(ROOT, file))) return true;
        return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
      })
      .map((target) => `${document}: ${target}`);
  });

function withoutCode(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): readonly string[] {
  return Array.from(withoutCode(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

// ── alarms ──────────────────────────────────────────────────────────────────────────────────────

const alarmsAreInTheRunbook: Rule = (read) => {
  const alarms = read('infra/alarms.yml')
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => ({
      name: /^\w+/.exec(text)?.[0] ?? '',
      anchor: /docs\/runbook\.md#([\w-]+)/.exec(text)?.[1],
    }));
  const sections = read(RUNBOOK)
    .split(/^###? /m)
    .slice(1)
    .map((text) => ({
      anchor: anchorsOf(`# ${text}`)[0],
      names: Array.from(text.matchAll(/\b\w+Alarm\b/g), ([name]) => name),
    }));
  return [
    ...alarms
      .filter(
        ({ name, anchor }) =>
          !sections.some((section) => section.anchor === anchor && section.names.includes(name)),
      )
      .map(({ name }) => `${name} has no section that names it`),
    ...sections
      .flatMap(({ names }) => names)
      .filter((name) => !alarms.some((alarm) => alarm.name === name))
      .map((name) => `${name} is no alarm`),
  ];
};

// ── metrics, log lines, sums ────────────────────────────────────────────────────────────────────

/** Every metric is documented, on the dashboard and in the monthly costs, and every documented metric is sent. */
const metricsAreDocumented: Rule = (read) => {
  const closedUnits =
    /const METRIC_UNITS = \{(.*?)\} as const/s.exec(read('lib/shared/log.ts'))?.[1] ?? '';
  const names = Array.from(closedUnits.matchAll(/^ +(\w+): '/gm), ([, name = '']) => name);
  const documented = Array.from(
    (/^## Metrics$(.*?)^## /ms.exec(read(OPERATIONS))?.[1] ?? '').matchAll(/^\| `(\w+)` \|/gm),
    ([, name = '']) => name,
  );
  const shownNames = Array.from(
    read('infra/dashboard.yml').matchAll(
      /\["(?:FeedbackReports|\.)", "(\w+)", (?:"Stage"|"\.", "\.")/g,
    ),
    ([, name = '']) => name,
  );
  const paid = /: (\d+) metrics of our own[^|]*\| (\d+) ×/.exec(read(OPERATIONS));
  return [
    ...(names.length === 0 ? ['no figures were found'] : []),
    ...names
      .filter((name) => !documented.includes(name))
      .map((name) => `${name} is not documented`),
    ...documented.filter((name) => !names.includes(name)).map((name) => `${name} is not sent`),
    ...names
      .filter((name) => !shownNames.includes(name))
      .map((name) => `${name} is not on the dashboard`),
    ...(paid?.slice(1).every((count) => Number(count) === names.length) === true
      ? []
      : [`${names.length} figures are to be paid`]),
  ];
};

/** The quantities in the costs of a report are between half and twice the last measurements. */
const costsAreMeasured: Rule = (read) => {
  const measuredFigure = (figure: string): number =>
    numberOf(new RegExp(`^\\| ${figure} +\\| ([\\d.,]+)`, 'm').exec(read(RESULTS))?.[1] ?? '');
  const reckonedFigures = (row: string): readonly number[] => {
    const cells = read(OPERATIONS)
      .split('\n')
      .find((line) => line.startsWith(`| ${row}`));
    return (cells?.split('|')[2] ?? '').trim().split(' × ').map(numberOf);
  };
  const pairs = [
    ['PUTs', reckonedFigures('S3 PUT: PDF')[0], 1000 * measuredFigure('PUT per report')],
    ['the worker’s GETs', workersGets(read), measuredFigure('GET and HEAD per report')],
    [
      'seconds',
      reckonedFigures('Lambda, arm64')[1],
      measuredFigure('one message at a time: the handler per report, ms') / 1000,
    ],
    [
      'requests of SQS',
      reckonedFigures('SQS: a send')[0],
      1000 * measuredFigure('SQS requests per report'),
    ],
  ] as const;
  return pairs.flatMap(([what, taken = NaN, measurement]) =>
    taken >= measurement / 2 && taken <= measurement * 2
      ? []
      : [`${what}: ${taken}, measured ${measurement}`],
  );
};

function workersGets(read: Read): number {
  return numberOf(/S3 GET and HEAD: ([\d.]+) by the worker/.exec(read(OPERATIONS))?.[1] ?? '');
}

const queriesUseLoggedMessages: Rule = (read) => {
  const sources = ['functions', 'lib']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => path.endsWith('.ts'))
    .map(read)
    .join('\n');
  const queriedMessages = [RUNBOOK, OPERATIONS].flatMap((path) => [
    ...read(path).matchAll(/\bmessage = "([^"]+)"/g),
  ]);
  return queriedMessages.flatMap(([, message = '']) =>
    sources.includes(`'${message}'`) ? [] : [`nothing logs: ${message}`],
  );
};

/** Rows of tables that end with sums: | what | 4,000 × $0.005 / 1,000 | $0.02 | */
const sumsAddUp: Rule = (read) => {
  const rows = [...read(OPERATIONS).matchAll(/\| ([\d$][\d,.$ ×/+]*?) +\| \$([\d,.]+) +\|$/gm)];
  const faults = rows.flatMap(([, sum = '', result = '']) => {
    const decimals = result.split('.')[1]?.length ?? 0;
    return valueOf(sum).toFixed(decimals) === numberOf(result).toFixed(decimals)
      ? []
      : [`${sum} is ${valueOf(sum)}, not ${result}`];
  });
  return rows.length === 0 ? ['no sums were found'] : faults;
};

function valueOf(sum: string): number {
  return sum.split(' + ').reduce((total, product) => total + productOf(product), 0);
}

function productOf(product: string): number {
  const [first = '', ...rest] = product.split(/ (?=[×/] )/);
  return rest.reduce(
    (value, step) => (step.startsWith('×') ? value * numberOf(step) : value / numberOf(step)),
    numberOf(first),
  );
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/[^\d.]/g, ''));
}

// ── the rules, and faults that they find ────────────────────────────────────────────────────────

const RULES: readonly (readonly [
  title: string,
  rule: Rule,
  planted: readonly (readonly [what: string, path: string, from: string | RegExp, to: string])[],
])[] = [
  [
    'every guarantee names existing test files',
    guaranteesNameTests,
    [
      ['a guarantee without a test', GUARANTEES, /^### /m, '### More\n\nTrust us.\n\n### '],
      ['a missing file', GUARANTEES, 'jobs/plan-and-worker.test.ts', 'jobs/run.test.ts'],
    ],
  ],
  [
    'links lead to existing files and headings',
    linksHaveTargets,
    [
      ['a link to nothing', 'README.md', 'docs/commands.md)', 'NOTHING.md)'],
      ['a heading that has another name', RUNBOOK, '### Dead letters', '### Letters'],
      [
        'a definition that leads nowhere',
        GUARANTEES,
        'jobs/plan-and-worker.test.ts',
        'jobs/run.test.ts',
      ],
    ],
  ],
  [
    'every alarm has its section in the runbook, and no other is named there',
    alarmsAreInTheRunbook,
    [
      ['an alarm with another section', 'infra/alarms.yml', 'runbook.md#late', 'runbook.md#slow'],
      ['an alarm without a section', 'infra/alarms.yml', 'OldestJobAlarm', 'NewestJobAlarm'],
      ['a section for no alarm', RUNBOOK, 'OldestJobAlarm', 'OldestReportAlarm'],
    ],
  ],
  [
    'every metric is documented, on the dashboard and in the costs',
    metricsAreDocumented,
    [
      ['an undocumented metric', 'lib/shared/log.ts', /^ {2}ReportsMade/m, '  ReportsLost'],
      [
        'one more metric',
        'lib/shared/log.ts',
        /^ {2}ReportsMade/m,
        "  ReportsLost: 'Count',\n  ReportsMade",
      ],
      ['a metric missing on the dashboard', 'infra/dashboard.yml', 'CommitDuration', 'X'],
      ['wrong number of metrics in the costs', OPERATIONS, '| 28 ×', '| 3 ×'],
    ],
  ],
  [
    'costs of a report are based on measurements',
    costsAreMeasured,
    [
      ['a handler three times as slow', RESULTS, /(the handler per report, ms +\| )/, '$19'],
      ['fewer PUTs', OPERATIONS, '3,000 × $0.005', '1,400 × $0.005'],
      ['GETs without a measurement', RESULTS, 'GET and HEAD per report', 'GET a report'],
    ],
  ],
  [
    'queries use logged messages',
    queriesUseLoggedMessages,
    [['another word', 'functions/make-report/handler.ts', "'report job failed'", "'not made'"]],
  ],
  ['sums add up', sumsAddUp, [['a sum that is wrong', OPERATIONS, /\$0\.0150 +\|$/m, '$0.0300 |']]],
];

describe('the documents', () => {
  for (const [title, rule, planted] of RULES) {
    it(`state that ${title}`, () => {
      assert.deepEqual(rule(fromDisk), []);
    });

    for (const [what, path, from, to] of planted) {
      it(`detect ${what}`, () => {
        const before = fromDisk(path);
        const after = before.replace(from, to);
        assert.notEqual(after, before, 'the fault could be planted');
        const faultsAfter = rule((requestedPath) =>
          requestedPath === path ? after : fromDisk(requestedPath),
        );
        assert.notDeepEqual(faultsAfter, rule(fromDisk));
      });
    }
  }
});

describe('the cost of a week', () => {
  it('is three PUTs for each report and four for its plan and the planner', async () => {
    const folders = Array.from({ length: 3 }, (_, region) => ({
      key: 10 + region,
      folders: Array.from({ length: 4 }, (__, store) => {
        const key = 100 * (region + 1) + store;
        return { key, surveys: [{ key: 10 * key }] };
      }),
    }));
    const run = weeklyRun(memoryCompany({ key: 1, folders }), { now: '2026-11-17T19:00:00Z' });
    for (let tick = 0; tick < 3; tick += 1) {
      await run.tick();
      await run.drain();
      run.now += HOUR_MS;
    }
    assert.notEqual((await run.plan())?.doneAt, null);
    const { create, replace } = run.store.calls;
    assert.equal(create + replace, 3 * (1 + 3 + 12) + 4);
  });
});
