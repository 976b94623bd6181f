// Processor time of the rules of a survey, and of the root folder of a large company, with the size of its JSON.
import {
  childPart,
  judgeFolder,
  ownPart,
  type FolderPart,
} from '../../../lib/domain/signals/folder-judgement.ts';
import type { JudgedFolder, OwnSurvey } from '../../../lib/domain/signals/folder-judgement.ts';
import type { StandardPart } from '../../../lib/domain/signals/standard-weeks.ts';
import { addStandardWeeks } from '../../../lib/domain/signals/standard-weeks.ts';
import { judgeSurvey } from '../../../lib/domain/signals/survey-signals.ts';
import type {
  SurveySignalFacts,
  SurveySignals,
} from '../../../lib/domain/signals/survey-signals.ts';
import { responsesOf, sumCounts } from '../../../lib/domain/scale.ts';
import { CELLS } from '../../../lib/domain/signals/week-parts.ts';
import { range } from './measurement.ts';
import { normal } from './random-values.ts';
import { HISTORY_WEEKS, KIND, simulateCompany } from './simulated-company.ts';
import { realistic } from './company-models.ts';

const FOLDERS = 2000;
const SURVEYS_OF_FOLDER = 10;
const FOLDERS_AT_A_TIME = 20;

/** Milliseconds of processor time, and bytes. */
export interface Cost {
  readonly survey: number;
  readonly root: number;
  readonly rootBytes: number;
}

export function measureCost(random: () => number): Cost {
  for (const survey of drawFacts(0, random)) judgeSurvey(survey);
  let milliseconds = 0;
  // Few surveys at a time, as reports are made: a large heap costs time.
  const folders = range(0, FOLDERS / FOLDERS_AT_A_TIME - 1).flatMap((batch) => {
    const facts = drawFacts(batch * FOLDERS_AT_A_TIME, random);
    const surveys = timed(() => facts.map(judgeSurvey));
    milliseconds += surveys.milliseconds;
    return range(0, FOLDERS_AT_A_TIME - 1).map((i) =>
      judgeChild(
        batch * FOLDERS_AT_A_TIME + i,
        surveys.result.slice(i * SURVEYS_OF_FOLDER, (i + 1) * SURVEYS_OF_FOLDER),
      ),
    );
  });
  const standard = addStandardWeeks(folders.map((folder) => folder.standard));
  const root = timed(() =>
    judgeFolder({
      folder: { key: 1, name: 'Company' },
      isRoot: true,
      parts: folders.map(({ part }) => part),
      standards: [{ ...KIND, standard }],
      names: [],
    }),
  );
  return {
    survey: milliseconds / (FOLDERS * SURVEYS_OF_FOLDER),
    root: root.milliseconds,
    rootBytes: Buffer.byteLength(JSON.stringify(root.result)),
  };
}

function timed<T>(run: () => T): { readonly result: T; readonly milliseconds: number } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { result, milliseconds: (user + system) / 1000 };
}

function judgeChild(
  folder: number,
  surveys: readonly SurveySignals[],
): { readonly part: FolderPart; readonly standard: StandardPart } {
  const own: readonly OwnSurvey[] = surveys.map((survey) => survey.own);
  const standard = addStandardWeeks(
    surveys.map((survey, i) => ({ folder, survey: i, standard: survey.standard })),
  );
  const judged: JudgedFolder = judgeFolder({
    folder: nameOfFolder(folder),
    isRoot: false,
    parts: [
      ownPart(
        own,
        surveys.flatMap(({ closures }) => closures),
      ),
    ],
    standards: [{ ...KIND, standard }],
    names: [],
  });
  return { part: childPart(judged.groups, judged), standard: { folder, survey: null, standard } };
}

function nameOfFolder(folder: number): { readonly key: number; readonly name: string } {
  return { key: 100_000 + folder, name: `Shop ${String(folder)}` };
}

function drawFacts(firstFolder: number, random: () => number): readonly SurveySignalFacts[] {
  const size = { places: FOLDERS_AT_A_TIME * SURVEYS_OF_FOLDER, weeks: HISTORY_WEEKS };
  return simulateCompany(realistic(100), size, () => 0, random).map((weeks, i) => {
    const data = weeks.at(-1)?.data ?? [];
    return {
      ...KIND,
      names: {
        folder: nameOfFolder(firstFolder + Math.floor(i / SURVEYS_OF_FOLDER)),
        path: ['Company', 'Region'],
        survey: {
          key: 200_000 + firstFolder * SURVEYS_OF_FOLDER + i,
          name: 'How was your visit today?',
        },
        timeZone: 'Europe/Helsinki',
      },
      weeks,
      days: weeks.map((week) => ({
        responses: daysOf(responsesOf(week.data), random),
        outside: [false, false, false, false, false, false, false],
      })),
      readWeeks: weeks.length,
      cells: cellsOf(data),
      earlierCells: cellsOf(sumCounts(weeks.slice(-13, -1).map((week) => week.data))),
      index: null,
      responses: responsesOf(data),
      previousResponses: responsesOf(weeks.at(-2)?.data ?? []),
      painPoints: null,
      highlights: null,
      badMinutes: 0,
      trend: [],
      accepted: [],
      target: null,
    };
  });
}

function daysOf(responses: number, random: () => number): readonly number[] {
  return range(1, 7).map(() =>
    Math.max(0, Math.round((responses / 7) * (1 + 0.2 * normal(random)))),
  );
}

/** The same distribution in every cell, by whole presses. */
function cellsOf(data: readonly number[]): readonly (readonly number[])[] {
  return range(0, CELLS - 1).map((cell) => data.map((count) => Math.floor((count + cell) / CELLS)));
}
