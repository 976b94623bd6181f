import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createEventParser,
  type EventRow,
} from '../../../../lib/feedback-service/data-set/event-line.ts';
import type { Structure } from '../../../../lib/feedback-service/company.ts';
import { LineFault } from '../../../../lib/feedback-service/data-set/json-fields.ts';
import {
  folder,
  instant,
  otherQuestion,
  question,
  survey,
} from '../../../support/feedback-service/acme.ts';

const ts = '2026-11-09T07:30:00+02:00';
const now = instant('2026-11-20T12:00:00Z');
const structure: Structure = {
  questions: [question, otherQuestion],
  root: folder(1, {
    surveys: [survey(12), survey(13, { feedbackScale: 'FIVE_REVERSED' })],
    folders: [folder(2, { surveys: [survey(14, { feedbackScale: 'FIVE' })] })],
  }),
};
const parse = createEventParser(structure, now);

function read(line: string): EventRow {
  const event = parse(line);
  assert.ok(event !== undefined);
  return event;
}

function row(fields: object): EventRow {
  return read(JSON.stringify({ survey: 12, ts, ...fields }));
}

const press: EventRow = {
  survey: 12,
  ts: instant(ts),
  lineTs: null,
  id: null,
  r: 3,
  device: null,
  followUp: null,
  text: null,
  relevance: null,
  spam: null,
  isOldWebItem: 0,
  data: null,
  isCorrection: false,
};

function refuses(line: string, reason: string): void {
  assert.throws(() => read(line), new LineFault(reason));
}

function refusesFields(fields: object, reason: string): void {
  refuses(JSON.stringify({ survey: 12, ts, ...fields }), reason);
}

describe('a line of feedback', () => {
  it('is at most a day ahead of the clock, for clocks that are not exact', () => {
    const shapes = [{ r: 3 }, { data: [0, 0, 0, 1] }, { o: { r: 0, text: 'x' } }];
    for (const fields of shapes) {
      assert.equal(row({ ...fields, ts: '2026-11-21T12:00:00Z' }).survey, 12);
      refusesFields(
        { ...fields, ts: '2026-11-21T12:00:00.001Z' },
        'ts is more than a day in the future',
      );
    }
  });

  it('is a press, with nothing but its button', () => {
    assert.deepEqual(row({ r: 3 }), press);
    assert.deepEqual(row({ r: 0 }), { ...press, r: 0 });
  });

  it('is a press with all that can come with it', () => {
    assert.deepEqual(
      row({ r: 1, device: 'T-7', f: 701, text: 'Jono!', relevance: 0.25, spam: false }),
      { ...press, r: 1, device: 'T-7', followUp: 701, text: 'Jono!', relevance: 0.25, spam: 0 },
    );
    assert.equal(row({ r: 1, text: 'x', spam: true }).spam, 1);
  });

  it('is an hourly sum, whose counts are stored as JSON', () => {
    const hour = { ts: instant('2026-11-09T07:00:00+02:00'), lineTs: instant(ts) };
    assert.deepEqual(row({ data: [0, 1, 2, 30] }), {
      ...press,
      ...hour,
      r: null,
      data: '[0,1,2,30]',
    });
    assert.equal(row({ survey: 14, data: [0, 0, 0, 0, 0] }).data, '[0,0,0,0,0]');
  });

  it('has an id of its own, a text or a whole number', () => {
    assert.equal(row({ r: 3, id: 'e-1' }).id, 'e-1');
    assert.equal(row({ r: 3, id: 0 }).id, '0');
    assert.equal(row({ data: [0, 0, 0, 0], id: 'x'.repeat(200) }).id, 'x'.repeat(200));
    assert.equal(row({ o: { r: 3, text: '' }, id: 7 }).id, '7');
    const rule =
      'id must be a string of 1 to 200 characters or a whole number up to 9007199254740991, or left out';
    for (const id of ['', 'x'.repeat(201), 1.5, -1, 2 ** 53, null, true, {}]) {
      refusesFields({ r: 3, id }, rule);
    }
    refusesFields(
      { r: 3, id: 'a\0' },
      'id contains the character U+0000, which databases cannot store',
    );
  });

  it('is an old web item, whose button and text are nested', () => {
    assert.deepEqual(row({ o: { r: 0, text: 'Old' } }), {
      ...press,
      r: 0,
      text: 'Old',
      isOldWebItem: 1,
    });
  });

  it('accepts the fifth button on both scales of five', () => {
    assert.equal(row({ survey: 13, r: 4 }).r, 4);
    assert.equal(row({ survey: 14, r: 4 }).r, 4);
  });

  it('keeps an empty text as open feedback', () => {
    assert.equal(row({ r: 2, text: '' }).text, '');
    assert.equal(row({ o: { r: 2, text: '' } }).text, '');
  });

  it('has a relevance from the worst to the best', () => {
    assert.equal(row({ r: 3, text: '', relevance: 0 }).relevance, 0);
    assert.equal(row({ r: 3, text: '', relevance: 1 }).relevance, 1);
  });

  it('ignores relevance and spam without a text', () => {
    assert.deepEqual(row({ r: 3, relevance: 1, spam: true }), press);
  });

  it('stores a numeric device as text', () => {
    assert.equal(row({ r: 3, device: 4711 }).device, '4711');
    assert.equal(row({ r: 3, device: 0 }).device, '0');
    assert.equal(row({ r: 3, device: '' }).device, '');
  });

  it('accepts -0 as 0', () => {
    assert.ok(Object.is(read(`{"survey":12,"ts":"${ts}","r":-0}`).r, 0));
    assert.equal(read(`{"survey":12,"ts":"${ts}","data":[-0,0,0,0]}`).data, '[0,0,0,0]');
  });

  it('may have whitespace around it', () => {
    assert.deepEqual(read(` \t{ "survey": 12, "ts": "${ts}", "r": 3 }\r`), press);
  });
});

describe('a line that cannot be read', () => {
  it('is not JSON, and its text is not repeated', () => {
    for (const line of ['{"survey":12', 'Hello, it was awful', '{"text":"secret" "r":1}']) {
      refuses(line, 'is not valid JSON');
    }
  });

  it('is not an object', () => {
    for (const line of ['[]', '12', 'null', '"text"']) refuses(line, 'must be a JSON object');
  });

  it('refers to no survey or to an unknown one', () => {
    const rule = 'survey must be the key of a survey (a whole number)';
    refuses(JSON.stringify({ ts, r: 1 }), rule);
    for (const survey of ['12', null, 12.5, -1]) refusesFields({ survey, r: 1 }, rule);
    refusesFields({ survey: 99, r: 1 }, 'survey 99 is not in company.json');
  });

  it('has no time or an invalid one', () => {
    refuses('{"survey":12,"r":1}', 'ts is missing');
    const rule =
      'ts must be a valid date-time in the years 1 to 9998 with an offset, such as 2026-11-09T07:30:00+02:00';
    for (const wrongTime of ['2026-11-09T07:30:00', '2026-02-30T07:30:00Z', '', 1731130200, null]) {
      refusesFields({ ts: wrongTime, r: 1 }, rule);
    }
  });

  it('has no button', () => {
    refusesFields(
      {},
      'r is missing: only hourly sums (with data) and old web items (with o) have no r',
    );
    refusesFields({ o: { text: 'x' } }, 'o.r is missing');
  });

  it('has a button that the scale does not have', () => {
    const rule = 'r must be a whole number from 0 to 3: survey 12 has the scale FOUR';
    for (const r of [4, -1, 1.5, '1', null]) refusesFields({ r }, rule);
    refusesFields({ o: { r: 4, text: '' } }, `o.${rule}`);
    refusesFields(
      { survey: 13, r: 5 },
      'r must be a whole number from 0 to 4: survey 13 has the scale FIVE_REVERSED',
    );
  });

  it('has other counts than one for each button', () => {
    const rule = 'data must be 4 whole numbers, 0 or more: survey 12 has the scale FOUR';
    const wrongData = [
      [],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      [1, 2, 3, -1],
      [1, 2, 3, 0.5],
      [1, 2, 3, '4'],
    ];
    for (const data of [
      ...wrongData,
      [1, 2, 3, null],
      [1, 2, 3, 2 ** 53],
      { length: 4 },
      null,
      10,
    ]) {
      refusesFields({ data }, rule);
    }
  });

  it('refers to an unknown follow-up', () => {
    refusesFields({ r: 1, f: 999 }, 'f refers to follow-up 999, which is not in company.json');
    for (const f of ['701', null, { key: 701 }, -1]) {
      refusesFields({ r: 1, f }, 'f must be the key of a follow-up (a whole number), or left out');
    }
  });

  it('has a text that is not a string', () => {
    for (const text of [1, null, ['x']]) refusesFields({ r: 1, text }, 'text must be a string');
    refusesFields({ o: { r: 1 } }, 'o.text is missing');
    refusesFields({ o: { r: 1, text: 5 } }, 'o.text must be a string');
  });

  it('has a text that cannot be stored unchanged', () => {
    const nul = 'contains the character U+0000, which databases cannot store';
    const half = 'contains half of a surrogate pair, which is not a character';
    refusesFields({ r: 1, text: 'a\0b' }, `text ${nul}`);
    refusesFields({ r: 1, device: '\0' }, `device ${nul}`);
    refusesFields({ o: { r: 1, text: '\0' } }, `o.text ${nul}`);
    refusesFields({ r: 1, text: 'cut \ud83d' }, `text ${half}`);
    assert.equal(row({ r: 1, text: 'whole 😀' }).text, 'whole 😀');
  });

  it('has a relevance outside of 0 to 1, or spam that is neither true nor false', () => {
    for (const relevance of [-0.1, 1.1, '1', null]) {
      refusesFields(
        { r: 1, text: '', relevance },
        'relevance must be a number from 0 to 1, or left out',
      );
    }
    for (const spam of [0, 'true', null]) {
      refusesFields({ r: 1, text: '', spam }, 'spam must be true or false, or left out');
    }
  });

  it('has a device that is neither a string nor an exact number', () => {
    const rule = 'device must be a string or a number up to 9007199254740991, or left out';
    for (const device of [null, true, { id: 1 }, 2 ** 53]) refusesFields({ r: 1, device }, rule);
    refuses(`{"survey":12,"ts":"${ts}","r":1,"device":1e999}`, rule);
  });

  it('has an unknown field', () => {
    const fields =
      'the fields are survey, ts, id, r, device, f, text, relevance, spam, data, correctedAt, o';
    refusesFields({ r: 1, followUp: 701 }, `the field followUp is unknown: ${fields}`);
    refuses(
      `{"survey":12,"ts":"${ts}","r":1,"__proto__":{"text":"x"}}`,
      `the field __proto__ is unknown: ${fields}`,
    );
    refusesFields(
      { o: { r: 1, text: '', f: 701 } },
      'the field o.f is unknown: the fields are r, text',
    );
  });

  it('never shows a field name that looks like feedback', () => {
    refusesFields(
      { r: 1, 'It was awful, said Jane Doe': true },
      'a field is unknown: the fields are survey, ts, id, r, device, f, text, relevance, spam, data, correctedAt, o',
    );
  });

  it('mixes two shapes', () => {
    const sum = 'an hourly sum has only survey, ts, id, data, correctedAt';
    refusesFields({ data: [0, 0, 0, 0], r: 1 }, `r is not allowed: ${sum}`);
    refusesFields({ data: [0, 0, 0, 0], o: { r: 1, text: '' } }, `o is not allowed: ${sum}`);
    refusesFields({ data: [0, 0, 0, 0], device: 'T' }, `device is not allowed: ${sum}`);
    const item = 'an old web item has only survey, ts, id, o';
    refusesFields({ o: { r: 1, text: '' }, r: 1 }, `r is not allowed: ${item}`);
    refusesFields({ o: { r: 1, text: '' }, text: '' }, `text is not allowed: ${item}`);
    for (const o of [null, 'x', []]) refusesFields({ o }, 'o must be an object with r and text');
  });
});
