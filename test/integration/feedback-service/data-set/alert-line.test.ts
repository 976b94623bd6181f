import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceAlert } from '../../../../lib/feedback-service/company-store.ts';
import { createAlertParser } from '../../../../lib/feedback-service/data-set/alert-line.ts';
import { LineFault } from '../../../../lib/feedback-service/data-set/json-fields.ts';
import {
  folder,
  instant,
  otherQuestion,
  question,
  survey,
} from '../../../support/feedback-service/acme.ts';

const now = instant('2026-11-20T12:00:00Z');
const parseLine = createAlertParser(
  { questions: [question, otherQuestion], root: folder(1, { surveys: [survey(12)] }) },
  now,
);

function read(line: string): ServiceAlert {
  const alert = parseLine(line);
  assert.ok(alert !== undefined);
  return alert;
}
const line = {
  key: 900,
  alertType: 'negative',
  survey: 12,
  alertSpecification: { key: 3 },
  beginTime: '2026-11-09T07:30:00+02:00',
  endTime: '2026-11-09T07:45:00.000+0200',
  parameters: { windowMin: 15, threshold: 20, responses: 8 },
};

function refuses(text: string, reason: string): void {
  assert.throws(() => read(text), new LineFault(reason));
}

function refusesFields(fields: object, reason: string): void {
  refuses(JSON.stringify({ ...line, ...fields }), reason);
}

function depthOf(value: unknown): number {
  return Array.isArray(value) ? 1 + depthOf(value[0]) : 0;
}

describe('a line of alerts', () => {
  it('is an alert with the keys of its survey and specification', () => {
    assert.deepEqual(read(JSON.stringify(line)), {
      key: 900,
      survey: 12,
      alertType: 'negative',
      specification: 3,
      beginTime: instant('2026-11-09T05:30:00Z'),
      endTime: instant('2026-11-09T05:45:00Z'),
      parameters: { windowMin: 15, threshold: 20, responses: 8 },
    });
  });

  it('begins and ends at most a day ahead of the clock', () => {
    const latest = '2026-11-21T12:00:00Z';
    const later = '2026-11-21T12:00:00.001Z';
    const ahead = { ...line, beginTime: latest, endTime: latest };
    assert.equal(read(JSON.stringify(ahead)).endTime, instant(latest));
    const reason = (name: string): string => `${name} is more than a day in the future`;
    refusesFields({ beginTime: later, endTime: later }, reason('beginTime'));
    refusesFields({ endTime: later }, reason('endTime'));
  });

  it('is an open alert without an end', () => {
    const { endTime, ...open } = line;
    assert.notEqual(endTime, undefined);
    assert.equal(read(JSON.stringify(open)).endTime, undefined);
  });

  it('may end at its beginning', () => {
    const alert = read(JSON.stringify({ ...line, endTime: line.beginTime }));
    assert.equal(alert.endTime, alert.beginTime);
  });

  it('may be of a type that the service does not compute', () => {
    assert.equal(read(JSON.stringify({ ...line, alertType: 'silence' })).alertType, 'silence');
  });

  it('keeps every parameter unchanged', () => {
    const parameters = { responseFilter: [0, 1], place: { of: ['x', null, true, -0.5] } };
    assert.deepEqual(read(JSON.stringify({ ...line, parameters })).parameters, parameters);
    assert.deepEqual(read(JSON.stringify({ ...line, parameters: {} })).parameters, {});
  });
});

describe('a line that is not an alert', () => {
  it('is not a JSON object', () => {
    refuses('{"key":', 'is not valid JSON');
    refuses('[]', 'must be a JSON object');
  });

  it('lacks a field', () => {
    const missing: Readonly<Record<string, string>> = {
      key: 'key is missing',
      alertType: 'alertType is missing',
      survey: 'survey must be the key of a survey (a whole number)',
      alertSpecification: 'alertSpecification must be an object with a key',
      beginTime: 'beginTime is missing',
      parameters: 'parameters must be an object',
    };
    for (const [name, reason] of Object.entries(missing)) {
      refusesFields({ [name]: undefined }, reason);
    }
    refusesFields({ alertSpecification: {} }, 'alertSpecification.key is missing');
  });

  it('refers to its survey as the API does, or to an unknown survey', () => {
    refusesFields({ survey: { key: 12 } }, 'survey must be the key of a survey (a whole number)');
    refusesFields({ survey: 13 }, 'survey 13 is not in company.json');
  });

  it('has a key that numbers cannot hold', () => {
    const rule = 'must be a whole number from 0 to 9007199254740991';
    for (const key of ['900', -1, 1.5, 2 ** 53, null]) {
      refusesFields({ key }, `key ${rule}`);
      refusesFields({ alertSpecification: { key } }, `alertSpecification.key ${rule}`);
    }
  });

  it('has an empty type or none', () => {
    refusesFields({ alertType: '' }, 'alertType must not be empty');
    refusesFields({ alertType: 7 }, 'alertType must be a string');
    refusesFields(
      { alertType: 'a\0' },
      'alertType contains the character U+0000, which databases cannot store',
    );
  });

  it('has invalid times or an end before its beginning', () => {
    const rule =
      'must be a valid date-time in the years 1 to 9998 with an offset, such as 2026-11-09T07:30:00+02:00';
    refusesFields({ beginTime: '2026-11-09T07:30:00' }, `beginTime ${rule}`);
    refusesFields({ endTime: null }, `endTime ${rule}`);
    refusesFields(
      { endTime: '2026-11-09T07:29:59.999+02:00' },
      'endTime must not be before beginTime',
    );
  });

  it('has an unknown field', () => {
    refusesFields(
      { state: 'open' },
      'the field state is unknown: the fields are key, alertType, survey, alertSpecification, beginTime, endTime, parameters',
    );
    refusesFields(
      { alertSpecification: { key: 3, name: 'x' } },
      'the field alertSpecification.name is unknown: the fields are key',
    );
  });

  it('has parameters that cannot be stored as JSON', () => {
    refusesFields({ parameters: [1] }, 'parameters must be an object');
    const text = JSON.stringify(line);
    refuses(text.replace(':20,', ':-1e999,'), 'parameters contain a number that is too large');
    for (const depth of [99, 100, 100_000]) {
      const deep = text.replace(':20,', `:${'['.repeat(depth)}${']'.repeat(depth)},`);
      if (depth < 100) assert.equal(depthOf(read(deep).parameters['threshold']), depth);
      else refuses(deep, 'parameters are nested deeper than 100 levels');
    }
  });
});
