// What a reader must know before trusting the figures: what is missing and why, and what was odd.
import { partOf } from '../../../domain/problems.ts';
import type { Problem, Report, SurveyWeek } from '../../../domain/report.ts';
import type { Block } from '../block.ts';
import { block, paragraph, partsMoved, stacked } from '../block.ts';
import { filled } from '../operations.ts';
import type { Setting } from '../setting.ts';
import { shown } from '../setting.ts';
import { MESSAGE_LIMIT, clean, hiddenIn } from '../text/clean.ts';
import { boxesIn } from '../text/typesetter.ts';
import { colours, space, type } from '../theme.ts';
import { heading } from './section.ts';

const NOTICE_LINES = 6;

/** On the first page, above the figures: why a report is partial, or that an empty one is in order. */
export function notice(report: Report, setting: Setting): readonly Block[] {
  const { words, formats } = setting;
  if (report.status === 'empty') {
    const { surveys } = report.summary;
    const counted = words.surveysIn(formats.count(surveys), formats.plural(surveys));
    return [
      panel(
        words.emptyHeading,
        [words.emptyText(counted)],
        colours.calm,
        colours.hairline,
        setting,
      ),
    ];
  }
  const missing = report.problems.filter((problem) => problem.missing);
  if (report.status !== 'partial') return [];
  const lines = missing.slice(0, NOTICE_LINES).map((problem) => problemText(problem, setting));
  if (missing.length > NOTICE_LINES) {
    lines.push(words.moreInJson(formats.count(missing.length - NOTICE_LINES)));
  }
  return [panel(words.partialHeading, lines, colours.notice, colours.noticeEdge, setting)];
}

function panel(
  title: string,
  lines: readonly string[],
  fill: string,
  edge: string,
  { width }: Setting,
): Block {
  const inset = 12;
  const room = width - 2 * inset;
  const text = stacked([
    paragraph('H2', title, type.strong, room),
    ...lines.map((one) => paragraph('P', one, type.body, room, { before: 2, balanced: true })),
  ]);
  const height = text.height + 2 * space.small;
  const back = block(null, height, [
    filled(0, 0, width, height, fill),
    filled(0, 0, 3, height, edge),
  ]);
  return {
    ...back,
    parts: [...back.parts, ...partsMoved(text.parts, inset, space.small)],
    before: space.block,
  };
}

/** The notes under "Data quality", when there is something to say. */
export function dataQuality(report: Report, most: number, setting: Setting): readonly Block[] {
  const { words, formats, width } = setting;
  // Two oddities of a survey can be one sentence in the reader's language.
  const notes = [
    ...new Set([
      ...report.surveys.flatMap((survey) => silentDays(survey, setting)),
      ...report.problems
        .filter((problem) => !problem.missing)
        .map((problem) => problemText(problem, setting)),
    ]),
  ];
  const said = notes.slice(0, most);
  if (notes.length > most) said.push(words.moreInJson(formats.count(notes.length - most)));
  const boxes = undisplayable(report);
  if (boxes > 0) said.push(words.undisplayable(formats.count(boxes), formats.plural(boxes)));
  const marks = hidden(report);
  if (marks > 0) said.push(words.hiddenMarks(formats.count(marks), formats.plural(marks)));
  const { changes } = report;
  if (changes !== null) {
    said.push(
      words.revisionChanges(
        formats.count(changes.revision),
        formats.utc(changes.asOf),
        formats.count(changes.responses.before),
        formats.count(changes.responses.after),
      ),
    );
  }
  if (said.length === 0) return [];
  return [
    heading('H2', words.dataQuality, width),
    ...said.map((note, i) =>
      paragraph('P', note, type.body, width, {
        before: 2,
        balanced: true,
        // The last note is never alone on a page.
        keepWithNext: i === said.length - 2,
      }),
    ),
  ];
}

/** A device that said nothing on a day of a week in which others did. */
function silentDays(survey: SurveyWeek, { words, formats, names }: Setting): readonly string[] {
  if (survey.responses === 0) return [];
  const silent = survey.days.filter((day) => day.responses === 0);
  if (silent.length === 0) return [];
  const days = silent.map((day) => formats.dayOfWeek(day.date));
  return [words.silentDay(names.survey(survey.key), formats.list(days))];
}

function problemText(problem: Problem, setting: Setting): string {
  const { words, names } = setting;
  const said = saidOf(problem, setting);
  const place =
    problem.survey === undefined
      ? problem.folder === undefined
        ? ''
        : names.folder(problem.folder)
      : names.survey(problem.survey);
  return place === '' ? said : words.problemPlace(place, said);
}

/** Problems that say it all; the other codes say why something is missing. */
const NOTES: readonly string[] = [
  'TZ_DRIFT',
  'NOT_SETTLED',
  'SCALE_MISMATCH',
  'ENUM_UNKNOWN',
  'FOLDER_DUPLICATE',
  'SURVEY_DUPLICATE',
  'CHILD_MISSING',
  'REPORT_DAMAGED',
];

/** The report says it in English, with its details; other readers get the sentence of their language. */
function saidOf(problem: Problem, setting: Setting): string {
  const { words, language } = setting;
  const { code } = problem;
  const known: Readonly<Record<string, string>> = words.problems;
  const own = Object.hasOwn(known, code) ? known[code] : undefined;
  const part = partOf(problem);
  if (!language.startsWith('en')) {
    if (part !== null) return words.missingParts[part](own ?? words.problems.other);
    if (own !== undefined && NOTES.includes(code)) return own;
  }
  const message = shown(problem.message, setting, MESSAGE_LIMIT);
  return message === '' ? shown(code, setting) : message;
}

/** Characters of names that no font of ours has, each name counted once. */
function undisplayable(report: Report): number {
  return sumOver(report, (name) => boxesIn(clean(name)));
}

/** Characters of names that nobody sees, each name counted once. */
function hidden(report: Report): number {
  return sumOver(report, hiddenIn);
}

/** What else of a survey is shown as it came. */
function textsOf({ timeZone, indexType, feedbackScale, alerts }: SurveyWeek): readonly string[] {
  return [timeZone, indexType, feedbackScale, ...(alerts ?? []).map((alert) => alert.alertType)];
}

function sumOver(report: Report, countIn: (name: string) => number): number {
  const names = new Set([
    report.folder.name,
    ...report.folder.path.map((folder) => folder.name),
    ...report.subfolders.map((folder) => folder.name),
    ...report.surveys.map((survey) => survey.question.name),
    ...report.painPoints.map((option) => option.name),
    ...report.highlights.map((option) => option.name),
    ...report.surveys.flatMap(textsOf),
  ]);
  let sum = 0;
  for (const name of names) sum += countIn(name);
  return sum;
}
