// Tests of rules in FIDELITY.md that no other test checks, and of the files that it names.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import type { AlertSpecification, Survey } from '../../../lib/feedback-service/company.ts';
import { openDataSet, type DataSet } from '../../../lib/feedback-service/index.ts';
import { openTestCompany, testDatabase, type FeedbackLine } from '../../support/data-set.ts';
import {
  companyOf,
  folder,
  instant,
  question,
  survey,
} from '../../support/feedback-service/acme.ts';
import {
  dataDirectory,
  presses,
  writeLines,
} from '../../support/feedback-service/data-directory.ts';
import {
  basic,
  clientId,
  noon,
  pageOf,
  serve,
  sha256,
  sumsOf,
  token,
  type ServiceResponse,
} from '../../support/feedback-service/served-company.ts';

const ten = instant('2026-11-09T10:00:00Z');
const minuteMs = 60_000;

const count = {
  key: 50,
  alertType: 'feedbackCount',
  parameters: { windowMin: 60, countThreshold: 1, responseFilter: [0] },
} as const satisfies AlertSpecification;

const alertsSchema = z.object({
  data: z.array(
    z.object({
      key: z.number(),
      survey: z.object({ key: z.number() }),
      alertSpecification: z.object({ key: z.number() }),
      beginTime: z.string(),
      endTime: z.string().optional(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
});
type Alerts = z.infer<typeof alertsSchema>['data'];

function alertsOf({ body }: ServiceResponse): Alerts {
  return alertsSchema.parse(body).data;
}

describe('a request', () => {
  it('may have a content type, which is not required', async (t) => {
    const { ask } = await serve(t, companyOf([survey(11)]));
    for (const type of ['application/json; charset=UTF-8', 'text/plain']) {
      const headers = { authorization: basic(clientId, token), 'content-type': type };
      assert.equal((await ask('/v1/surveys/11', { headers })).status, 200);
    }
  });

  it('finds neither folder nor question of another company, and has the root of its own', async (t) => {
    const credentials = [{ clientId: 'globex', tokenSha256: sha256('other') }];
    const otherCompany = {
      ...companyOf([]),
      credentials,
      structure: { questions: [{ ...question, key: 90 }], root: folder(2) },
    };
    const { ask } = await serve(t, [otherCompany, companyOf([survey(11)])]);
    assert.deepEqual((await ask('/v1/folders')).body, { key: 1, name: 'Folder 1' });
    const missing = [
      '/v1/folders/2',
      '/v1/folders/2/children',
      '/v1/folders/2/alerts',
      '/v1/questions/90',
      '/v1/questions/90/surveys',
    ];
    for (const path of missing) assert.equal((await ask(path)).status, 404, path);
    const { body } = await ask('/v1/questions');
    assert.deepEqual(z.object({ meta: z.unknown() }).parse(body).meta, {
      offset: 0,
      limit: 50,
      total: 2,
    });
  });

  it('returns an empty result for an empty range', async (t) => {
    const one = survey(11, { alertSpecifications: [count] });
    const line: FeedbackLine = {
      ts: ten,
      r: 0,
      followUp: 701,
      open: { text: 'x', isOldWebItem: false },
    };
    const { ask } = await serve(t, companyOf([one], { 11: [line] }));
    const range = 'date_start=2026-11-09T10:00:00Z&date_end=2026-11-09T10:00:00Z';
    const empty = { meta: {}, data: [] };
    const lists = { painPoints: [], highlights: [] };
    for (const [path, nothing] of [
      ['/v1/surveys/11/results', []],
      ['/v1/surveys/11/openfeedback', empty],
      ['/v1/surveys/11/followup', { meta: {}, data: lists }],
      ['/v1/surveys/11/rawresults', empty],
      ['/v1/folders/1/alerts', empty],
    ] as const) {
      assert.deepEqual((await ask(`${path}?${range}`)).body, nothing, path);
      assert.notDeepEqual((await ask(path)).body, nothing, path);
    }
  });
});

describe('structure', () => {
  it('has surveys of a state in one folder too', async (t) => {
    const { ask } = await serve(
      t,
      companyOf([
        survey(11, { activePeriods: [{ start: ten, end: noon }] }),
        survey(12, { activePeriods: [{ start: noon, end: noon + minuteMs }] }),
      ]),
    );
    for (const [state, key] of [
      ['ended', 11],
      ['active', 12],
    ] as const) {
      const { body } = await ask(`/v1/folders/1?surveys=true&state=${state}`);
      const { surveys } = z.object({ surveys: z.array(z.object({ key: z.number() })) }).parse(body);
      assert.deepEqual(surveys, [{ key }]);
    }
  });

  it('returns every survey type, index type and scale unchanged', async (t) => {
    const kinds = [
      { surveyType: 'TERMINAL', indexType: 'NPS', feedbackScale: 'FIVE_REVERSED' },
      { surveyType: 'TABLET', indexType: 'AVERAGE', feedbackScale: 'FIVE' },
      { surveyType: 'WEB', indexType: 'HAPPY', feedbackScale: 'FOUR' },
    ] as const;
    const surveys = kinds.map((kind, i) => survey(11 + i, kind));
    const { ask } = await serve(t, companyOf(surveys));
    for (const [i, kind] of kinds.entries()) {
      const { body } = await ask(`/v1/surveys/${11 + i}`);
      assert.deepEqual({ ...Object(body), ...kind }, body);
    }
  });
});

describe('feedback', () => {
  it('puts the follow-up with most responses first, whatever its key', async (t) => {
    const lines = [701, 702, 702].map((followUp, i) => ({ ts: ten + i, r: 0, followUp }));
    const { ask } = await serve(t, companyOf([survey(11)], { 11: lines }));
    const { body } = await ask('/v1/surveys/11/followup');
    const pains = z.array(z.object({ key: z.number() }));
    const { data } = z.object({ data: z.object({ painPoints: pains }) }).parse(body);
    assert.deepEqual(data.painPoints, [{ key: 702 }, { key: 701 }]);
  });

  it('returns a relevance of 0, spam that is false, and an empty text', async (t) => {
    const open = { text: '', relevance: 0, spam: false, isOldWebItem: false };
    const { ask } = await serve(t, companyOf([survey(11)], { 11: [{ ts: ten, r: 0, open }] }));
    assert.deepEqual(pageOf(await ask('/v1/surveys/11/openfeedback')).data, [
      { ts: '2026-11-09T12:00:00.000+0200', r: 0, relevance: 0, spam: false, text: '' },
    ]);
    assert.deepEqual(pageOf(await ask('/v1/surveys/11/rawresults?openfeedback=true')).data, [
      { ts: '2026-11-09T12:00:00.000+0200', r: 0, o: { text: '' } },
    ]);
  });

  it('has no period for an hourly sum of nothing, which is a raw result all the same', async (t) => {
    const lines = [{ ts: ten, data: [0, 0, 0, 0] }];
    const { ask } = await serve(t, companyOf([survey(11)], { 11: lines }));
    const partly = 'date_end=2026-11-09T10:30:00Z';
    for (const query of ['', partly]) {
      assert.deepEqual(sumsOf(await ask(`/v1/surveys/11/results?${query}`)), []);
    }
    assert.equal(pageOf(await ask('/v1/surveys/11/rawresults')).data.length, 1);
  });

  it('keeps the order of lines where times are equal', async (t) => {
    const lines = [2, 0, 3, 1].map((r) => ({ ts: ten, r }));
    const { ask } = await serve(t, companyOf([survey(11)], { 11: lines }));
    const { data } = pageOf(await ask('/v1/surveys/11/rawresults'));
    assert.deepEqual(
      data.map(({ r }) => r),
      [2, 0, 3, 1],
    );
  });
});

describe('an alert', () => {
  const path = '/v1/folders/1/alerts';

  async function alertsBy(
    t: TestContext,
    specifications: readonly AlertSpecification[],
    lines: readonly FeedbackLine[],
    special: Partial<Survey> = {},
  ): Promise<Alerts> {
    const one = survey(11, { alertSpecifications: specifications, ...special });
    const { ask } = await serve(t, companyOf([one], { 11: lines }));
    return alertsOf(await ask(path));
  }

  it('an alert of the negative type counts the two lowest buttons of five', async (t) => {
    const parameters = { windowMin: 15, threshold: 1, countThreshold: 5 };
    const lines = [0, 1, 2, 3, 4].map((r) => ({ ts: ten, r }));
    const specifications = [{ key: 50, alertType: 'negative', parameters }] as const;
    const [found] = await alertsBy(t, specifications, lines, { feedbackScale: 'FIVE' });
    assert.deepEqual(found?.parameters, {
      negative: true,
      ...parameters,
      responses: 5,
      actual: 40,
      negativeResponses: 2,
    });
  });

  it('has the `negative` of its specification or, by default, of its type', async (t) => {
    const index = { windowMin: 60, threshold: 50 };
    const [under, over] = [{ thresholdType: 'under' }, { thresholdType: 'over' }] as const;
    const lines = [0, 2].map((r) => ({ ts: ten, r }));
    const about = async (one: AlertSpecification): Promise<unknown> =>
      (await alertsBy(t, [one], lines))[0]?.parameters['negative'];
    const share = { windowMin: 60, threshold: 50, countThreshold: 1 };
    const kinds: readonly (readonly [specification: AlertSpecification, expected: boolean])[] = [
      [{ key: 50, alertType: 'negative', parameters: share }, true],
      [{ key: 50, alertType: 'indexThreshold', parameters: { ...index, ...under } }, true],
      [
        { key: 50, alertType: 'indexThreshold', parameters: { ...index, threshold: 9, ...over } },
        false,
      ],
      [count, true],
      [{ ...count, parameters: { ...count.parameters, responseFilter: [0, 2] } }, false],
    ];
    for (const [one, expected] of kinds) {
      assert.equal(await about(one), expected);
      const { key } = one;
      // The same specification with a word of its own.
      const flippedParameters = { ...one.parameters, negative: !expected };
      const [found] = await alertsBy(t, [withParameters(one, flippedParameters)], lines);
      assert.deepEqual(
        [found?.alertSpecification.key, found?.parameters['negative']],
        [key, !expected],
      );
    }
  });

  it('has a different key from those of other surveys and specifications at the same time', async (t) => {
    const alertSpecifications = [count, { ...count, key: 51 }];
    const surveys = [11, 12].map((key) => survey(key, { alertSpecifications }));
    const lines = [{ ts: ten, r: 0 }];
    const { ask } = await serve(t, companyOf(surveys, { 11: lines, 12: lines }));
    const keys = alertsOf(await ask(path)).map(({ key }) => key);
    assert.deepEqual([keys.length, new Set(keys).size], [4, 4]);
  });

  it('an alert that is still open is in every later range, though its end is foreseen', async (t) => {
    const one = survey(11, { alertSpecifications: [count] });
    const company = companyOf([one], { 11: [{ ts: ten, r: 0 }] });
    const { ask } = await serve(t, company, { clock: () => ten + 59 * minuteMs });
    const alerts = alertsOf(await ask(`${path}?date_start=2026-11-20T00:00:00Z`));
    assert.deepEqual(
      alerts.map(({ endTime }) => endTime),
      [undefined],
    );
  });

  it('comes after earlier ones, for any number of surveys', async (t) => {
    const keys = Array.from({ length: 230 }, (_, i) => 200 + i);
    const surveys = keys.map((key) => survey(key, { alertSpecifications: [count] }));
    const lines = keys.map((key) => [key, [{ ts: ten + ((key * 7) % 230) * 1000, r: 0 }]] as const);
    const { ask } = await serve(t, companyOf(surveys, Object.fromEntries(lines)));
    const begun = alertsOf(await ask(path)).map(({ beginTime }) => beginTime);
    assert.equal(new Set(begun).size, 230);
    assert.deepEqual(begun, begun.toSorted());
  });

  it('an alert that ends at the start of its own local range is excluded, for any ranges of other time zones', async (t) => {
    const timeZones = ['Europe/Helsinki', 'Asia/Kathmandu'];
    const surveys = timeZones.map((timeZone, i) =>
      survey(11 + i, { timeZone, alertSpecifications: [count] }),
    );
    const lines = [{ ts: ten, r: 0 }];
    const { ask } = await serve(t, companyOf(surveys, { 11: lines, 12: lines }));
    // From 10:00Z to 11:00Z, which is 13:00 in Helsinki and 16:45 in Kathmandu.
    const alerts = alertsOf(await ask(`${path}?local_date_start=2026-11-09T13:00:00`));
    assert.deepEqual(
      alerts.map((one) => one.survey.key),
      [12],
    );
  });

  it('is one of 10,000 in an answer', async (t) => {
    const openedCompany = await openTestCompany(companyOf([survey(11)]), () => noon);
    t.after(() => openedCompany.close());
    const manyAlerts = Array.from({ length: 10_001 }, (_, key) => ({
      ...{ key, survey: 11, alertType: 'negative', specification: 50, parameters: {} },
      ...{ beginTime: ten + key * 1000, endTime: undefined },
    }));
    const { ask } = await serve(t, {
      credentials: () => openedCompany.company.credentials(),
      store: {
        ...openedCompany.company.store,
        // eslint-disable-next-line @typescript-eslint/require-await
        alerts: async function* () {
          yield manyAlerts;
        },
      },
    });
    const { meta, data } = pageOf(await ask(path));
    assert.equal(data.length, 10_000);
    assert.equal(meta.moreResultsAfter, data.at(-1)?.beginTime?.replace('.000', '.001'));
  });
});

describe('a data set', () => {
  const device = (ms: number): object => ({
    ...{ survey: 11, ts: new Date(ten + ms).toISOString(), r: 0, device: 'a' },
  });

  it('is filtered again when only the delay changes', async (t) => {
    const directory = await dataDirectory(t, {
      files: { 'feedback.ndjson': [0, 2000].map(device) },
    });
    const totals: unknown[] = [];
    for (const tamperDelaySeconds of [3, 2]) {
      await describeCompany(directory, { misuse: { tamperDelaySeconds } });
      const { ask } = await serve(t, (await open(t, directory)).company);
      totals.push(...sumsOf(await ask('/v1/surveys/11/results')).map(({ data }) => data[0]));
    }
    assert.deepEqual(totals, [1, 2]);
  });

  it('has other alerts when only the index type changes', async (t) => {
    const parameters = { windowMin: 60, threshold: 3, thresholdType: 'over' };
    const alertSpecifications = [{ key: 50, alertType: 'indexThreshold', parameters }];
    const line = { ...device(0), r: 3 };
    const directory = await dataDirectory(t, { files: { 'feedback.ndjson': [line] } });
    const followUps: unknown[] = [];
    for (const indexType of ['HAPPY', 'AVERAGE']) {
      await describeCompany(directory, {}, { indexType, alertSpecifications });
      const { ask } = await serve(t, (await open(t, directory)).company);
      followUps.push(
        ...alertsOf(await ask('/v1/folders/1/alerts')).map((one) => one.parameters['actual']),
      );
    }
    assert.deepEqual(followUps, [100, 4]);
  });

  it('keeps the keys of its alerts when a later file has more feedback', async (t) => {
    const directory = await dataDirectory(t, { files: { 'feedback-1.ndjson': presses(5) } });
    await describeCompany(directory, {}, { alertSpecifications: [count] });
    const keys: number[] = [];
    for (const extraLines of [[], presses(5, { from: '2025-11-09T08:00:00Z' })]) {
      if (extraLines.length > 0) await writeLines(directory, 'feedback-2.ndjson', extraLines);
      const { ask } = await serve(t, (await open(t, directory)).company);
      const alerts = alertsOf(await ask('/v1/folders/1/alerts?date_start=2025-11-10T00:00:00Z'));
      assert.equal(alerts.length, 1);
      keys.push(...alerts.map(({ key }) => key));
    }
    assert.equal(keys[0], keys[1]);
  });

  it('refuses a credential that company.json no longer has', async (t) => {
    const directory = await dataDirectory(t);
    const statuses: number[] = [];
    for (const ownSettings of [{}, { credentials: [] }]) {
      await describeCompany(directory, ownSettings);
      const { ask } = await serve(t, (await open(t, directory)).company);
      statuses.push((await ask('/v1/folders')).status);
    }
    assert.deepEqual(statuses, [200, 401]);
  });

  it('keeps its feedback when the file is removed', async (t) => {
    const directory = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    await open(t, directory);
    await rm(join(directory, 'feedback.ndjson'));
    const { ask } = await serve(t, (await open(t, directory)).company);
    assert.equal(pageOf(await ask('/v1/surveys/11/rawresults')).data.length, 5);
  });
});

const root = resolve(import.meta.dirname, '../../..');
const testFolders = [
  'test/unit/feedback-service',
  'test/integration/feedback-service',
  'test/e2e/commands',
];

const page = await readFile(join(root, 'lib/feedback-service/FIDELITY.md'), 'utf8');

describe('FIDELITY.md', () => {
  const rules = rulesOf(page);

  it('has rules that each have code and a test', () => {
    assert.ok(rules.length > 100, String(rules.length));
    for (const { rule, files } of rules) {
      assert.ok(files.some(isTest), rule);
      assert.ok(
        files.some((file) => !isTest(file)),
        rule,
      );
    }
  });

  it('names existing files', () => {
    const files = new Set(rules.flatMap((rule) => rule.files));
    assert.deepEqual(
      [...files].filter((file) => !placesOf(file).some(existsSync)),
      [],
    );
  });

  it('refers to existing decisions', async () => {
    const files = await readdir(join(root, 'docs/decisions'));
    const numbers = [...page.matchAll(/decision (\d+)/g)].map(([, number = '']) => number);
    assert.ok(numbers.length > 0);
    for (const number of numbers) {
      assert.ok(
        files.some((file) => file.startsWith(`${number.padStart(4, '0')}-`)),
        number,
      );
    }
  });
});

interface Rule {
  readonly rule: string;
  /** Those that the rule names, and those of the line with code and tests above it. */
  readonly files: readonly string[];
}

/** The rules of the sections that name code and tests. */
function rulesOf(page: string): readonly Rule[] {
  const rules: Rule[] = [];
  let sharedFiles: readonly string[] | undefined;
  for (const line of page.split('\n')) {
    const files = [...line.matchAll(/`([\w/-]+(?:\.test)?\.ts)`/g)].map(([, file = '']) => file);
    if (line.startsWith('#')) sharedFiles = undefined;
    else if (/^(All \*\w+\*\. )?Code: .* Tests: /.test(line)) sharedFiles = files;
    else if (line.startsWith('- ') && sharedFiles !== undefined) {
      rules.push({ rule: line, files: [...sharedFiles, ...files] });
    }
  }
  return rules;
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

/** The paths that a name in FIDELITY.md may stand for. */
function placesOf(file: string): readonly string[] {
  if (isTest(file)) return testFolders.map((folder) => join(root, folder, file));
  return [join(root, file.startsWith('functions/') ? '' : 'lib/feedback-service', file)];
}

function withParameters(one: AlertSpecification, told: { negative: boolean }): AlertSpecification {
  const { negative } = told;
  switch (one.alertType) {
    case 'negative':
      return { ...one, parameters: { ...one.parameters, negative } };
    case 'indexThreshold':
      return { ...one, parameters: { ...one.parameters, negative } };
    case 'feedbackCount':
      return { ...one, parameters: { ...one.parameters, negative } };
  }
}

async function open(t: TestContext, directory: string): Promise<DataSet> {
  const database = testDatabase === undefined ? {} : { database: testDatabase };
  const set = await openDataSet({ directory, clock: () => noon, ...database });
  t.after(() => set.close());
  return set;
}

const companySchema = z.looseObject({
  root: z.looseObject({ surveys: z.array(z.looseObject({})) }),
});

/** Writes company.json anew, with other fields of the company and of its surveys. */
async function describeCompany(
  directory: string,
  own: object,
  ofSurveys: object = {},
): Promise<void> {
  const path = join(directory, 'company.json');
  const { root, ...rest } = companySchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const surveys = root.surveys.map((one) => ({ ...one, ...ofSurveys }));
  await writeFile(path, JSON.stringify({ ...rest, ...own, root: { ...root, surveys } }));
}
