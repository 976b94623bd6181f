import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../../support/property-settings.ts';
import { jsonReader, jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import { encodeJson, isJsonObject } from '../../../../lib/adapters/json/plain-json.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { AlertParameters } from '../../../../lib/domain/report-inputs.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { revisedReport, samples } from './sample-documents.ts';

const renderer = jsonRenderer();
const reader = jsonReader();

async function textOf(report: Report): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode((await renderer.render(report)).bytes);
}

describe('jsonRenderer', () => {
  for (const [name, report] of Object.entries(samples)) {
    it(`writes JSON that is read as the same report: ${name}`, async () => {
      const { bytes, contentType, extension } = await renderer.render(report);
      assert.deepEqual(reader.read(bytes), report);
      assert.deepEqual([contentType, extension], ['application/json', 'json']);
    });
  }

  it('writes the keys in the published order', async () => {
    for (const report of Object.values(samples)) {
      const backwards = reversed(report);
      assert(isReport(backwards));
      assert.equal(await textOf(backwards), await textOf(report));
    }
    const report: unknown = JSON.parse(await textOf(revisedReport));
    const keys = (...path: string[]): string => {
      const value = path.reduce<unknown>((node, name) => Reflect.get(asObject(node), name), report);
      return Object.keys(asObject(value)).join(' ');
    };
    const figures =
      'data previousData responses previousResponses index previousIndex change halfWidth changeHalfWidth changeIsClear level';
    assert.equal(
      keys(),
      'reportVersion revision week from to previousWeek folder status asOf problems changes summary surveys subfolders ranking painPoints highlights',
    );
    assert.equal(keys('folder'), 'key name path');
    assert.equal(keys('problems', '0'), 'code survey folder message missing');
    assert.equal(
      keys('summary'),
      'surveys surveysWithResponses responses previousResponses groups alerts closed alarm openAlerts quiet questions places attention',
    );
    assert.equal(
      keys('summary', 'groups', '0'),
      `${figures} indexType feedbackScale surveys common trend hours standard spread spread4 why rest parts leaves`,
    );
    assert.equal(
      keys('surveys', '0'),
      `${figures} key question timeZone surveyType indexType feedbackScale period previousPeriod days hours trend history silent volume reason parts badMinutes goodMinutes painPoints highlights alerts alarm`,
    );
    assert.equal(
      keys('surveys', '0', 'alerts', '0'),
      'key alertType alertSpecification beginTime endTime state started minutesInWeek parameters',
    );
    assert.equal(keys('subfolders', '0'), 'key name status revision asOf trend summary');
    assert.equal(
      keys('subfolders', '0', 'summary', 'groups', '0'),
      `${figures} indexType feedbackScale surveys common`,
    );
    assert.equal(
      keys('ranking', '0'),
      'survey name indexType feedbackScale index responses change rankScore',
    );
    const option =
      'key name data responses share shareLower shareUpper shareShown previousResponses previousShare';
    assert.equal(keys('surveys', '0', 'painPoints', '0'), option);
    assert.equal(keys('painPoints', '0'), `${option} places named asking shared questions`);
  });

  it('keeps the order of an alert’s parameters, including __proto__', async () => {
    const parameters = parsedParameters(
      '{"z":1,"__proto__":{"polluted":true},"a":[{"y":1,"b":2}]}',
    );
    const text = await textOf(withParameters(parameters));
    assert(
      text
        .replaceAll(/\s/g, '')
        .includes('{"z":1,"__proto__":{"polluted":true},"a":[{"y":1,"b":2}]}'),
    );
    const alertParameters = reader.read(new TextEncoder().encode(text)).surveys[0]?.alerts?.[0]
      ?.parameters;
    assert.deepEqual(Object.keys(alertParameters ?? {}), ['z', '__proto__', 'a']);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal(Object.getPrototypeOf(alertParameters), Object.prototype);
  });

  it('writes numbers unrounded', async () => {
    const report = revisedReport;
    const text = await textOf({ ...report, ranking: [{ ...anyPlace, index: 200 / 3 }] });
    assert(text.includes('"index":66.66666666666667,'));
  });

  it('writes a lone surrogate as U+FFFD, and any other text unchanged', async () => {
    const names = {
      '\ud83d\ude00 whole': '😀 whole',
      'half \ud83d': 'half \ufffd',
      '\ude00\ud83d': '\ufffd\ufffd',
      '\\ud800': '\\ud800',
      '\\\ud800': '\\\ufffd',
      '\u0000\u001f "\\"\u2028': '\u0000\u001f "\\"\u2028',
    };
    for (const [name, written] of Object.entries(names)) {
      const report = { ...revisedReport, folder: { key: 1, name, path: [] } };
      const { bytes } = await renderer.render(report);
      assert.equal(reader.read(bytes).folder.name, written);
    }
    const keyedText = await textOf(withParameters({ '\udfff': '\udfff' }));
    assert(keyedText.includes('"parameters": {"\ufffd":"\ufffd"}'));
  });

  it('writes no key that the schema does not have', async () => {
    const report = { ...revisedReport, folder: { ...revisedReport.folder, later: 1 }, later: 1 };
    assert.equal(await textOf(report), await textOf(revisedReport));
  });

  it('throws a TypeError without the value for anything but a report', async () => {
    const report = { ...revisedReport, asOf: 'secret' };
    await assert.rejects(renderer.render(report), new TypeError('not a report, at asOf'));
    const infinite = { ...revisedReport, ranking: [{ ...anyPlace, index: Infinity }] };
    await assert.rejects(
      renderer.render(infinite),
      new TypeError('not a report, at ranking.0.index'),
    );
    for (const data of [[1, -1], [0.5], ['1'], 1]) {
      const surveys = revisedReport.surveys.map((survey) => ({ ...survey, data }));
      await assert.rejects(
        // @ts-expect-error: the type allows neither texts nor a single number.
        renderer.render({ ...revisedReport, surveys }),
        new TypeError('not a survey, at data'),
      );
    }
  });
});

describe('encodeJson', () => {
  it('is JSON of the same value, in UTF-8', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 3 }), (value) => {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(encodeJson(value));
        const expected: unknown = JSON.parse(JSON.stringify(value));
        assert.deepEqual(JSON.parse(text), expected);
      }),
      { numRuns: 50 },
    );
  });

  it('writes each record on one line and indents values that contain records', () => {
    const value = {
      name: 'x',
      none: [],
      list: [1, 2],
      rows: [
        { a: [1], b: null },
        { a: [], b: 1 },
      ],
    };
    assert.equal(
      new TextDecoder().decode(encodeJson(value)),
      [
        '{',
        ' "name": "x",',
        ' "none": [],',
        ' "list": [1,2],',
        ' "rows": [',
        '  {"a":[1],"b":null},',
        '  {"a":[],"b":1}',
        ' ]',
        '}\n',
      ].join('\n'),
    );
  });
});

describe('jsonReader', () => {
  const damaged = (bytes: Uint8Array, facts: object): void => {
    assert.throws(
      () => reader.read(bytes),
      (error) => {
        assert(error instanceof Failure);
        assert.equal(error.code, 'REPORT_DAMAGED');
        assert.deepEqual(error.facts, { what: 'report', ...facts });
        assert.equal(error.cause, undefined);
        return true;
      },
    );
  };
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('refuses bytes that are not UTF-8, not JSON or not a report as REPORT_DAMAGED', async () => {
    const { bytes } = await renderer.render(revisedReport);
    damaged(Uint8Array.of(0x22, 0xff, 0x22), { reason: 'not UTF-8' });
    damaged(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes), { reason: 'not JSON' });
    damaged(new Uint8Array(), { reason: 'not JSON' });
    for (let end = 0; end < bytes.length - 2; end += 997) {
      damaged(bytes.subarray(0, end), { reason: 'not JSON' });
    }
    damaged(utf8('null'), { reason: 'another shape', at: 'the top' });
    damaged(utf8('[]'), { reason: 'another shape', at: 'the top' });
    damaged(utf8('{"reportVersion":"0"}'), { reason: 'another shape', at: 'reportVersion' });
  });

  it('refuses deeply nested parameters without a stack overflow', async () => {
    const text = await textOf(withParameters({ deep: 'here' }));
    const deep = (levels: number): Uint8Array =>
      utf8(text.replace('"here"', '['.repeat(levels) + ']'.repeat(levels)));
    assert(reader.read(deep(60)).revision === 2);
    damaged(deep(100_000), {
      reason: 'another shape',
      at: 'surveys.0.alerts.0.parameters',
    });
  });
});

// ── sample reports ──────────────────────────────────────────────────────────────────────────────

const anyPlace = {
  survey: 7,
  name: 'a place',
  indexType: 'HAPPY',
  feedbackScale: 'FOUR',
  index: null,
  responses: 1,
  change: null,
  rankScore: null,
} as const;

function withParameters(parameters: AlertParameters): Report {
  const report = revisedReport;
  return {
    ...report,
    surveys: report.surveys.map((survey) => ({
      ...survey,
      alerts: (survey.alerts ?? []).map((alert) => ({ ...alert, parameters })),
    })),
  };
}

function parsedParameters(text: string): AlertParameters {
  const value: unknown = JSON.parse(text);
  assert(isJsonObject(value));
  return value;
}

/** The same report with all keys reversed, except for the parameters of alerts. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]: [string, unknown]) => [
        name,
        name === 'parameters' ? member : reversed(member),
      ]),
  );
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'reportVersion' in value;
}

function asObject(value: unknown): object {
  assert(typeof value === 'object' && value !== null);
  return value;
}
