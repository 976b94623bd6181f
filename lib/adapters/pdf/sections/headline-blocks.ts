// The headline: the finding, the index in large type with its usual range, and the distribution of responses.
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import { distribution } from '../../../charts/distribution.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import {
  changeText,
  findingText,
  isJudged,
  responsesText,
  uncertaintyText,
} from '../../../i18n/report-texts/headline-sentence.ts';
import { hasTooFewResponses } from '../../../i18n/report-texts/place-headline.ts';
import { folderHeadline } from '../../../i18n/report-texts/folder-headline.ts';
import { usualRange } from '../../../i18n/report-texts/level-range.ts';
import { placeAdditions } from '../../../i18n/report-texts/place-additions.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, block, figureBlock, paragraph, stackBlocks } from '../block.ts';
import type { Element } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { lineIn, linesAt, widthOf, wrapText } from '../text/typesetter.ts';

const FIGURE_COLUMN = 128;
const FINDING: TextStyle = { ...textStyles.lead, face: 'bold', size: 13 };
/** The maximum number of lines above and below the figure. */
const NOTE_LINES = 2;
/** The maximum number of lines of the sentences below a finding. */
const MORE_LINES = 6;

/** What the report says of all its places; nothing where the levels of some of them are not known. */
export function folderFinding(report: Report, context: LayoutContext): readonly Block[] {
  if (!isJudged(report)) return [];
  const { headline, more } = folderHeadline(report, context);
  return sentences(headline, more, context);
}

/** The finding over the whole width, then the index beside the distribution and the plain figures. */
export function findingBlocks(survey: SurveyWeek, context: LayoutContext): readonly Block[] {
  const { words, width } = context;
  const additions = placeAdditions(survey, context);
  const finding = sentences(findingText(survey, context), additions, context);
  if (survey.responses === 0 || hasTooFewResponses(survey)) return finding;
  const { level, indexType } = survey;
  const range = level.state === 'usual' ? usualRange(level, indexType, context) : '';
  const rangeText = range === '' ? '' : words.signals.usualRange({ range });
  const textWidth = width - FIGURE_COLUMN;
  const indexFigure = figure(survey, rangeText, context);
  const distributionWithFigures = stackBlocks([
    figureBlock(distribution(survey.data, indexType, textWidth, context)),
    paragraph('P', plainFigures(survey, context), textStyles.quiet, textWidth, {
      before: SPACING.tiny,
    }),
  ]);
  return [
    ...finding,
    columnsBlock([indexFigure, distributionWithFigures], FIGURE_COLUMN, { before: SPACING.small }),
  ];
}

/** A headline, and the sentences that follow it as one paragraph. */
function sentences(
  headline: string,
  more: readonly string[],
  { width }: LayoutContext,
): readonly Block[] {
  return [
    ...(headline === ''
      ? []
      : [
          paragraph('P', headline, FINDING, width, {
            maxLines: 3,
            balanced: true,
            before: SPACING.block,
          }),
        ]),
    ...(more.length === 0
      ? []
      : [
          paragraph('P', more.join(' '), textStyles.body, width, {
            maxLines: MORE_LINES,
            before: SPACING.tiny,
          }),
        ]),
  ];
}

/** The responses and the change from last week, which are not a verdict. */
function plainFigures(survey: SurveyWeek, context: LayoutContext): string {
  const { words } = context;
  const { volume, change, indexType } = survey;
  const responses = responsesText(survey, context);
  const usualCount = volume?.usual ?? null;
  return joinTexts([
    usualCount === null
      ? responses
      : words.signals.usualResponses({ responses, usual: Math.round(usualCount) }),
    change === null ? '' : changeText(change, indexType, context),
  ]);
}

/** `range`: the usual range in words; empty without one. */
function figure(survey: SurveyWeek, range: string, context: LayoutContext): Block {
  const { words, formats } = context;
  const { index, indexType, responses, halfWidth } = survey;
  const maxWidth = FIGURE_COLUMN - 16;
  const label = index === null ? words.responsesHeading : indexName(survey, context);
  const value = index === null ? formats.count(responses) : formats.index(index, indexType);
  const style = shrinkToFit(value, textStyles.figure, maxWidth);
  const uncertainty = halfWidth === null ? '' : uncertaintyText(halfWidth, indexType, context);
  const labelLines = wrapText(label, textStyles.label, maxWidth, NOTE_LINES);
  const notes = [uncertainty, range].filter((note) => note !== '');
  const lines = noteLines(notes, maxWidth);
  const extraHeight = ({ length }: readonly string[], { leading }: TextStyle): number =>
    Math.max(0, length - 1) * leading;
  const labelExtra = extraHeight(labelLines, textStyles.label);
  const totalExtra = labelExtra + extraHeight(lines, textStyles.quiet);
  return paragraphsBlock(element('H3', { title: label }), 76 + totalExtra, [
    linesAt(labelLines, textStyles.label, 3),
    lineIn(value, style, 0, [16 + labelExtra, 44]),
    linesAt(lines, textStyles.quiet, 62 + labelExtra),
  ]);
}

/** One line, or else a break before the last note rather than inside it. */
function noteLines(notes: readonly string[], width: number): readonly string[] {
  const fits = (text: string): boolean => widthOf(text, textStyles.quiet) <= width;
  const text = notes.join('  ·  ');
  const lines = [notes.slice(0, -1).join('  ·  '), notes.at(-1) ?? ''];
  if (!fits(text) && lines.every((line) => line !== '' && fits(line))) return lines;
  return wrapText(text, textStyles.quiet, width, NOTE_LINES);
}

/** Separate elements, so that a screen reader pauses between them; the first one is the heading. */
function paragraphsBlock(
  heading: Element,
  height: number,
  texts: readonly (readonly Operation[])[],
): Block {
  const blocks = texts.flatMap((operations, i) =>
    operations.length === 0 ? [] : [block(i === 0 ? heading : element('P'), height, operations)],
  );
  return columnsBlock(blocks, 0);
}

/** Reduces the font size when the text would be wider than the column. */
function shrinkToFit(text: string, style: TextStyle, maxWidth: number): TextStyle {
  const width = widthOf(text, style);
  return width <= maxWidth
    ? style
    : { ...style, size: Math.floor((style.size * maxWidth) / width) };
}
