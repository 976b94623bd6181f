// Each enumeration of a report, with a value that a later release has added, and with damage.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonReader, jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import type { SurveyJudgement } from '../../../../lib/domain/signals/model.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import {
  CLOSED,
  enumNames,
  enumPlaces,
  LATER,
  setValue,
  withValue,
} from '../../../support/later-values.ts';
import { MESSAGE_CASES } from '../../../support/message-cases.ts';
import { createRegionReport, createStoreReport } from '../../../support/test-reports.ts';
import { samples } from './sample-documents.ts';

async function documentOf(report: Report): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode((await jsonRenderer().render(report)).bytes));
}

function read(document: unknown): Report {
  return jsonReader().read(new TextEncoder().encode(JSON.stringify(document)));
}

function codeOf(document: unknown): string {
  try {
    read(document);
    return 'read';
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}

/** With what no other sample has: a target, an accepted level, and surveys that are judged in part. */
async function withRareParts(): Promise<unknown> {
  const document = await documentOf(createStoreReport(1));
  const judged = { state: 'new', strength: 4, impact: 2, held: false };
  const judgement: SurveyJudgement = {
    ...{ material: false, peerFolder: null, relative: null, common: null },
    states: [
      { ...judged, state: 'still' },
      { ...judged, state: 'new' },
    ],
  };
  const leaves = ['summary', 'groups', 0, 'leaves'] as const;
  for (const [path, value] of [
    [['surveys', 0, 'level', 'target'], { value: 70, met: true, assurance: 'passes' }],
    [['surveys', 0, 'level', 'accepted'], { kind: 'level', week: '2026-W40', by: 'Anna' }],
    [[...leaves, 'levelJudgement'], [judgement]],
    [[...leaves, 'volumeJudgement'], [{ ...judged, state: 'volumeLow' }]],
    [[...leaves, 'volume', 'before'], [['low']]],
  ] as const)
    setValue(document, path, value);
  return document;
}

const documents = await Promise.all([
  ...[...Object.values(samples), ...[...MESSAGE_CASES.values()].map(({ report }) => report)].map(
    documentOf,
  ),
  withRareParts(),
]);

/** A document that has each enumeration, and where. */
const examples = new Map(
  documents.flatMap((document) =>
    enumPlaces(document).map(({ name, path }) => [name, { document, path }] as const),
  ),
);

describe('a value of a later release', () => {
  for (const name of enumNames()) {
    const isClosed = CLOSED.includes(name);
    it(`${isClosed ? 'damages a report' : 'is read'}: ${name}`, () => {
      const { document, path } = examples.get(name) ?? assert.fail('in no document');
      assert.equal(codeOf(document), 'read');
      const later = withValue(document, path, LATER);
      assert.equal(codeOf(later), isClosed ? 'REPORT_DAMAGED' : 'read');
      if (!isClosed) assert.doesNotMatch(JSON.stringify(read(later)), new RegExp(LATER));
    });

    it(`is not confused with a wrong type, which is damage: ${name}`, () => {
      const { document, path } = examples.get(name) ?? assert.fail('in no document');
      for (const value of [7, true, [LATER], { value: LATER }])
        assert.equal(codeOf(withValue(document, path, value)), 'REPORT_DAMAGED');
    });
  }

  it('leaves the figures beside it', async () => {
    const document = await withRareParts();
    const survey = ['surveys', 0] as const;
    const [before] = read(document).surveys;
    const figuresAfter = (...path: readonly string[]) =>
      read(withValue(document, [...survey, ...path], LATER)).surveys[0] ?? assert.fail();
    assert.deepEqual(figuresAfter('level', 'state'), {
      ...before,
      level: { ...before?.level, state: null },
    });
    assert.deepEqual(figuresAfter('volume', 'verdict'), {
      ...before,
      volume: { ...before?.volume, verdict: null },
    });
    assert.deepEqual(figuresAfter('level', 'last', 'verdict'), {
      ...before,
      level: { ...before?.level, last: { ...before?.level.last, verdict: null } },
    });
    assert.deepEqual(figuresAfter('level', 'target', 'assurance').level.target, {
      ...{ value: 70, met: true },
      assurance: null,
    });
  });

  it('never stands for null where a report has none', async () => {
    const document = await withRareParts();
    for (const path of [
      ['surveys', 0, 'volume', 'verdict'],
      ['surveys', 0, 'level', 'last', 'verdict'],
    ])
      assert.equal(codeOf(withValue(document, path, null)), 'REPORT_DAMAGED');
  });

  it('of an alert leaves it open while it has no end', async () => {
    const document = await documentOf(createStoreReport(3));
    const before = read(document);
    const later = structuredClone(document);
    for (const { name, path } of enumPlaces(document))
      if (name === 'Alert/state') setValue(later, path, LATER);
    assert.deepEqual(read(later), before);
    assert.equal(
      new Set(before.surveys.flatMap(({ alerts }) => alerts?.map(({ state }) => state))).size,
      2,
    );
  });

  it('of an entry leaves it out, and its survey without a state', async () => {
    const document = await documentOf(createRegionReport(9));
    const { summary } = read(document);
    const [entry] = summary.attention.entries;
    assert(entry !== undefined);
    const later = read(withValue(document, ['summary', 'attention', 'entries', 0, 'state'], LATER));
    assert.deepEqual(later.summary.attention, {
      ...summary.attention,
      entries: summary.attention.entries.slice(1),
    });
    const statesOf = ({ groups }: Report['summary']) =>
      groups.flatMap(({ leaves: { folder, survey, listed } }) =>
        folder.map((key, i) => [key, survey[i], listed?.state[i]] as const),
      );
    assert.deepEqual(
      statesOf(later.summary),
      statesOf(summary).map(([folder, survey, state]) => [
        folder,
        survey,
        folder === entry.folder.key && survey === entry.survey.key ? null : state,
      ]),
    );
  });

  it('of an entry lists it for the next state that is known, which is counted', async () => {
    const document = await documentOf(createRegionReport(9));
    const { attention } = read(document).summary;
    const [entry] = attention.entries;
    const state = { state: 'still', strength: 5, impact: 3, held: true };
    const at = ['summary', 'attention', 'entries', 0];
    const also = [{ ...state, state: LATER }, state, { ...state, state: 'inAlarm' }];
    const later = read(
      withValue(withValue(document, [...at, 'state'], LATER), [...at, 'also'], also),
    );
    assert.deepEqual(later.summary.attention, {
      ...attention,
      counts: { ...attention.counts, still: attention.counts.still + 1 },
      entries: [
        { ...entry, ...state, also: [{ ...state, state: 'inAlarm' }] },
        ...attention.entries.slice(1),
      ],
    });
  });

  it('does not hide that counts or entries are damaged', async () => {
    const document = await documentOf(createRegionReport(9));
    const at = ['summary', 'attention'];
    const later = withValue(document, [...at, 'entries', 0, 'state'], LATER);
    for (const [path, value] of [
      [[...at, 'counts'], undefined],
      [[...at, 'counts', 'still'], undefined],
      [[...at, 'counts', 'still'], '1'],
      [[...at, 'entries', 1], null],
      [[...at, 'entries'], undefined],
      [['summary', 'groups'], undefined],
      [['summary', 'groups', 0, 'leaves'], undefined],
      [['summary', 'groups', 0, 'leaves', 'folder'], {}],
      [['summary', 'groups', 0, 'leaves', 'listed', 'state'], undefined],
    ] as const)
      assert.equal(codeOf(withValue(later, path, value)), 'REPORT_DAMAGED', path.join('/'));
  });
});
