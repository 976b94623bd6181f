import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import type { ChildReport, FolderPart } from '../../../lib/domain/build-report.ts';
import { compareOptions, isShared } from '../../../lib/domain/follow-ups.ts';
import type { OptionCounts } from '../../../lib/domain/follow-ups.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { completeReport } from '../../../lib/domain/report-versions.ts';
import type { FollowUps, SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import {
  AS_OF,
  createFacts,
  createSurvey,
  NO_FOLLOW_UPS,
  CONTEXT,
  RULES,
  W46,
} from '../../support/test-facts.ts';
import { assertResults, vectorsOf } from './signals/vectors.ts';

describe('the vectors of follow-ups', () => {
  for (const vector of vectorsOf('share')) {
    it(`has the results of ${vector.title}`, () => {
      const [presses, total] = ['a', 'n'].map((name) => Number(vector.arguments.get(name)));
      assert.ok(presses !== undefined && total !== undefined);
      const list = [optionOf(1, presses), optionOf(2, total - presses)];
      const option = compareOptions(list, [], 4).find(({ key }) => key === 1);
      assertResults(vector, {
        lower: option?.shareLower,
        upper: option?.shareUpper,
        shown: option?.shareShown,
      });
    });
  }

  for (const vector of vectorsOf('option')) {
    it(`has the results of ${vector.title}`, () => {
      const [named, asking] = ['named', 'asking'].map((name) => Number(vector.arguments.get(name)));
      assert.ok(named !== undefined && asking !== undefined);
      assertResults(vector, { shared: isShared(named, asking) });
    });
  }
});

describe('the surveys that ask for an option', () => {
  const queue = listOf(5);
  const price = listOf(6);

  it('have responses this week and had one for an option of the same list and question', () => {
    const surveys = [
      factsOf(1, 70, { week: pains(queue) }),
      factsOf(2, 70, { previous: pains(price) }),
      factsOf(3, 70, { week: { painPoints: [], highlights: queue } }),
      factsOf(4, 70, {}),
      factsOf(5, 71, { week: pains(price) }),
      factsOf(6, 70, { week: pains(queue) }, false),
    ];
    const { painPoints, highlights } = reportOf(1, surveys);
    assert.deepEqual(asking(painPoints), { 5: 2, 6: 3 });
    assert.deepEqual(asking(highlights), { 5: 1 });
  });

  it('are those of all subfolders, also where only another option of the list has responses', () => {
    const surveys = [
      factsOf(1, 70, { week: pains(queue) }),
      factsOf(2, 70, { week: pains(price) }),
      factsOf(3, 70, { week: pains(price) }),
    ];
    const children = surveys.map((facts, i) => reportOf(10 + i, [facts]));
    const parent = reportOf(1, [], children);
    assert.deepEqual(asking(parent.painPoints), { 5: 3, 6: 3 });
    assert.deepEqual(parent.summary.questions, reportOf(1, surveys).summary.questions);
  });
});

describe('a stored report without the surveys that ask for a list', () => {
  it('has all surveys with responses for them', () => {
    const question = { key: 70, name: 'Question', surveys: 3, surveysWithResponses: 2 };
    const summary = { groups: [], questions: [question] };
    assert.partialDeepStrictEqual(completeReport({ summary }), {
      summary: { questions: [{ ...question, asking: { painPoints: 2, highlights: 2 } }] },
    });
  });
});

function optionOf(key: number, presses: number): OptionCounts {
  return { key, name: String(key), data: [presses, 0, 0, 0] };
}

function listOf(key: number): readonly OptionCounts[] {
  return [optionOf(key, 1)];
}

function pains(painPoints: readonly OptionCounts[]): FollowUps {
  return { painPoints, highlights: [] };
}

function factsOf(
  key: number,
  question: number,
  followUps: Partial<NonNullable<SurveyFacts['followUps']>>,
  hasResponses = true,
): SurveyFacts {
  return createFacts({
    survey: createSurvey({
      key,
      question: { key: question, name: `Question ${String(question)}`, locale: 'en' },
    }),
    followUps: { week: NO_FOLLOW_UPS, previous: NO_FOLLOW_UPS, ...followUps },
    ...(hasResponses ? {} : { hours: [] }),
  });
}

function reportOf(
  key: number,
  surveys: readonly SurveyFacts[],
  children: readonly ChildReport[] = [],
): Report {
  const part: FolderPart = {
    folder: { key, name: `Folder ${String(key)}`, path: [] },
    week: W46,
    asOf: new Date(AS_OF).toISOString(),
    surveys: surveys.flatMap((facts) => buildSurveyWeek(facts, CONTEXT) ?? []),
    failed: [],
    absent: [],
    settings: NO_SETTINGS,
    problems: [],
  };
  return buildReport(part, children, null, RULES);
}

function asking(options: Report['painPoints']): Readonly<Record<number, number>> {
  return Object.fromEntries(options.map((option) => [option.key, option.asking]));
}
