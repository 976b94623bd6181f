// What a mail shows of a report's view, as paragraphs of lines of plain text.
import { joinTexts } from '../../i18n/join-texts.ts';
import type { ReportMessage } from '../../ports/message.ts';
import type {
  CommonView,
  FigureTexts,
  FolderView,
  NothingLeft,
  PartsOf,
  PlaceView,
  RowOf,
  Section,
  SurveyPartsOf,
  SurveyView,
  Trend,
} from '../../view/report-view.ts';
import { STATE_SIGNS } from '../../view/state-signs.ts';
import { MOST_OPTIONS, splitRows } from './shown-rows.ts';

type Paragraphs = readonly (readonly string[])[];
type FolderParts = PartsOf<FolderView, 'mail', Paragraphs, ReportMessage>;
type PlaceParts = PartsOf<PlaceView, 'mail', Paragraphs, ReportMessage>;

export function viewLines(message: ReportMessage): Paragraphs {
  const { view } = message;
  return view.kind === 'folder'
    ? [
        ...headLines(view, message),
        ...FOLDER_PARTS.sections(view.sections, message),
        ...FOLDER_PARTS.counts(view.counts, message),
        ...FOLDER_PARTS.lines(view.lines, message),
        ...FOLDER_PARTS.figure(view.figure, message),
        ...FOLDER_PARTS.trend(view.trend, message),
      ]
    : [
        ...headLines(view, message),
        ...PLACE_PARTS.surveys(view.surveys, message),
        ...PLACE_PARTS.alerts(view.alerts, message),
        ...PLACE_PARTS.remarks(view.remarks, message),
      ];
}

type CommonParts = Pick<FolderParts, 'name' | 'path' | 'period' | 'finding' | 'notices' | 'notes'>;

function headLines(view: CommonView, message: ReportMessage): Paragraphs {
  const parts = COMMON_PARTS;
  return [
    [
      joinTexts([...parts.name(view.name, message), ...parts.path(view.path, message)].flat()),
      ...parts.period(view.period, message).flat(),
    ],
    ...parts.finding(view.finding, message),
    ...parts.notices(view.notices, message),
    ...parts.notes(view.notes, message),
  ];
}

const COMMON_PARTS: CommonParts = {
  name: (name) => [[name]],
  path: (path) => path.slice(-1).map(({ name }) => [name]),
  period: (period) => [[period]],
  finding: ({ headline, details }) => [[headline, ...details]],
  notices: (notices, message) => [[...notices, ...message.notices]],
  notes: (notes) =>
    notes === null
      ? []
      : [
          [
            ...(notes.owner === null ? [] : [joinTexts([notes.owner.name, notes.owner.since])]),
            ...notes.notes.slice(0, 1).flatMap(({ text, signature }) => [text, signature]),
          ],
        ],
};

const FOLDER_PARTS: FolderParts = {
  ...COMMON_PARTS,
  sections: (sections, message) =>
    sections
      .filter(({ state }) => state !== 'usual')
      .map((section) => sectionLines(section, message)),
  counts: (counts) =>
    counts
      .filter(({ state, count }) => state === 'usual' && count > 0)
      .map(({ state, title, count }) => [`${STATE_SIGNS[state]} ${title} ${String(count)}`]),
  lines: (lines) => [lines.map(({ lead, text }) => `${lead} ${text}`.trim())],
  figure: (figure) => (figure === null ? [] : [figureLines(figure)]),
  trend: (trend) => (trend === null ? [] : [trendLines(trend)]),
};

function figureLines(figure: FigureTexts): readonly string[] {
  const { label, text, uncertainty, compared, responses, usualResponses, ...others } = figure;
  others satisfies NothingLeft;
  return [label, joinTexts([text, uncertainty, compared, responses, usualResponses])];
}

const PLACE_PARTS: PlaceParts = {
  ...COMMON_PARTS,
  surveys: (surveys, message) =>
    surveys.flatMap((survey, i) => surveyLines(survey, i === 0, message)),
  alerts: (alerts) =>
    alerts === null
      ? []
      : [
          [
            alerts.summary,
            ...alerts.items
              .filter(({ isOpen }) => isOpen)
              .map(({ name, since }) => joinTexts([name, since])),
            alerts.good,
          ],
        ],
  remarks: (remarks) => [remarks],
};

function sectionLines({ state, title, rows }: Section, message: ReportMessage): readonly string[] {
  const { inFull, inLine } = splitRows(rows);
  return [
    `${STATE_SIGNS[state]} ${title} ${String(rows.length)}`,
    ...inFull.flatMap((row) => rowLines(row, message)),
    ...(inLine.length === 0 ? [] : [inLine.map(({ line }) => line).join(' · ')]),
  ];
}

function rowLines(row: RowOf<'mail'>, { placeUrls, takeOnLink }: ReportMessage): readonly string[] {
  const { folder, name, suffix, now, own, compared, path, reason, owner, note, ...others } = row;
  others satisfies NothingLeft;
  return [
    `* ${joinTexts([name, suffix, now, own, compared])}`,
    path,
    reason,
    ...(owner === null ? [] : [joinTexts([owner.name, owner.since])]),
    note,
    placeUrls.get(folder) ?? '',
    ...(takeOnLink?.folder === folder ? [takeOnLink.text, takeOnLink.url] : []),
  ];
}

interface SurveyContext extends Pick<ReportMessage, 'notes'> {
  /** As usual, the weeks say enough. */
  readonly isUsual: boolean;
}

const SURVEY_PARTS: SurveyPartsOf<'mail', readonly string[], SurveyContext> = {
  question: (question) => [question],
  position: (position) => [position],
  finding: ({ headline, details }) => [headline, ...details],
  buttons: (buttons, { isUsual }) =>
    isUsual || buttons === null
      ? []
      : [joinTexts(buttons.buttons.map(({ name, countText }) => `${name}\u00a0${countText}`))],
  trend: (trend) => (trend === null ? [] : trendLines(trend)),
  painPoints: (painPoints, { isUsual, notes }) =>
    isUsual || painPoints === null
      ? []
      : [
          joinTexts([painPoints.title, painPoints.options.length === 0 ? '' : notes.presses]),
          ...(painPoints.options.length === 0 ? [painPoints.empty] : []),
          ...painPoints.options
            .slice(0, MOST_OPTIONS)
            .map(({ name, pressesText, change }) => `* ${joinTexts([name, pressesText, change])}`),
        ],
};

/** The finding of the first survey is that of the place. */
function surveyLines(survey: SurveyView, isFirst: boolean, { notes }: ReportMessage): Paragraphs {
  const context = { notes, isUsual: survey.finding.state === 'usual' };
  const head = [
    ...SURVEY_PARTS.question(survey.question, context),
    ...SURVEY_PARTS.position(survey.position, context),
    ...SURVEY_PARTS.finding(survey.finding, context),
  ];
  return [
    ...(isFirst ? [] : [head]),
    SURVEY_PARTS.buttons(survey.buttons, context),
    SURVEY_PARTS.trend(survey.trend, context),
    SURVEY_PARTS.painPoints(survey.painPoints, context),
  ];
}

function trendLines({ title, points }: Trend): readonly string[] {
  return [title, joinTexts(points.map(({ number, text }) => `${number}:\u00a0${text}`))];
}
