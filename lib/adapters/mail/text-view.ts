// What a mail shows of a report's view, as paragraphs of lines of plain text.
import { joinTexts } from '../../i18n/join-texts.ts';
import type { ReportMessage } from '../../ports/message.ts';
import type { FolderView, PlaceView, Section, SurveyView, Trend } from '../../view/report-view.ts';
import { STATE_SIGNS } from '../../view/state-signs.ts';
import type { NothingLeft, PartsOf, RowOf, SurveyPartsOf } from '../../view/view-parts.ts';
import { figureLine, renderParts } from '../../view/view-parts.ts';
import { alertTexts, countedSections, MOST_OPTIONS, splitRows } from './shown-rows.ts';

type Paragraphs = readonly (readonly string[])[];
type FolderParts = PartsOf<FolderView, 'mail', Paragraphs, ReportMessage>;
type PlaceParts = PartsOf<PlaceView, 'mail', Paragraphs, ReportMessage>;

export function viewLines(message: ReportMessage): Paragraphs {
  const { view } = message;
  const paragraphs =
    view.kind === 'folder'
      ? renderParts(view, FOLDER_PARTS, message)
      : renderParts(view, PLACE_PARTS, message);
  return paragraphs.flat();
}

type CommonParts = Pick<FolderParts, 'name' | 'path' | 'period' | 'finding' | 'notices' | 'notes'>;

const COMMON_PARTS: CommonParts = {
  name: (name, { view: { path, period } }) => [
    [joinTexts([name, ...path.slice(-1).map((folder) => folder.name)]), period],
  ],
  // With the name.
  path: () => [],
  period: () => [],
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
  counts: (counts, { view }) =>
    countedSections(counts, view).map(({ state, title, count }) => [
      `${STATE_SIGNS[state]} ${title} ${String(count)}`,
    ]),
  lines: (lines) => [lines.map(({ lead, text }) => `${lead} ${text}`.trim())],
  figure: (figure) => (figure === null ? [] : [figureLine(figure)]),
  trend: (trend) => (trend === null ? [] : [trendLines(trend)]),
};

const PLACE_PARTS: PlaceParts = {
  ...COMMON_PARTS,
  surveys: (surveys, message) =>
    surveys.flatMap((survey, i) => surveyLines(survey, i === 0, message)),
  alerts: (alerts) => (alerts === null ? [] : [[alerts.summary, ...alertTexts(alerts)]]),
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
  const { folder, name, suffix, now, own, compared, path, reason, ...cared } = row;
  const { owner, note, noteSignature, ...others } = cared;
  others satisfies NothingLeft;
  return [
    `* ${joinTexts([name, suffix, now, own, compared])}`,
    path,
    reason,
    ...(owner === null ? [] : [joinTexts([owner.name, owner.since])]),
    note,
    noteSignature,
    placeUrls.get(folder) ?? '',
    ...(takeOnLink?.folder === folder ? [takeOnLink.text, takeOnLink.url] : []),
  ];
}

interface SurveyContext extends Pick<ReportMessage, 'notes'> {
  readonly survey: SurveyView;
  /** The finding of the first survey is that of the place. */
  readonly isFirst: boolean;
  /** As usual, the weeks say enough. */
  readonly isUsual: boolean;
}

const SURVEY_PARTS: SurveyPartsOf<'mail', Paragraphs, SurveyContext> = {
  question: (question, { survey: { position, finding }, isFirst }) =>
    isFirst ? [] : [[question, position, finding.headline, ...finding.details]],
  // With the question.
  position: () => [],
  finding: () => [],
  buttons: (buttons, { isUsual }) =>
    isUsual || buttons === null
      ? []
      : [[joinTexts(buttons.buttons.map(({ name, countText }) => `${name}\u00a0${countText}`))]],
  trend: (trend) => (trend === null ? [] : [trendLines(trend)]),
  painPoints: (painPoints, { isUsual, notes }) =>
    isUsual || painPoints === null
      ? []
      : [
          [
            joinTexts([painPoints.title, painPoints.options.length === 0 ? '' : notes.presses]),
            ...(painPoints.options.length === 0 ? [painPoints.empty] : []),
            ...painPoints.options
              .slice(0, MOST_OPTIONS)
              .map(
                ({ name, pressesText, change }) => `* ${joinTexts([name, pressesText, change])}`,
              ),
          ],
        ],
};

function surveyLines(survey: SurveyView, isFirst: boolean, { notes }: ReportMessage): Paragraphs {
  const context = { notes, survey, isFirst, isUsual: survey.finding.state === 'usual' };
  return renderParts(survey, SURVEY_PARTS, context).flat();
}

function trendLines({ title, points }: Trend): readonly string[] {
  return [title, joinTexts(points.map(({ number, text }) => `${number}:\u00a0${text}`))];
}
