// Pain points and highlights in two columns: counts, shares of lists with enough presses, and the counts of last week.
import type { AskedQuestion } from '../../../domain/report.ts';
import type { ListedOption } from '../../../domain/follow-ups.ts';
import { displayText } from '../../../i18n/localization.ts';
import { optionShares } from '../../../i18n/report-texts/option-shares.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { colours, textStyles, withColour } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, columnsBlock, stackBlocks } from '../block.ts';
import { element } from '../page-elements.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn } from '../table-columns.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import { HEADING_HEIGHT, emptyNote, heading, headingOnly } from './section-heading.ts';

const LINE = withColour({ ...textStyles.label, size: 8, leading: 10.5 }, colours.ink);

export interface FollowUpLists {
  readonly painPoints: readonly ListedOption[] | null;
  readonly highlights: readonly ListedOption[] | null;
}

/** `questions`: those of a region, whose options show how many of the surveys that ask named them; null for a survey. */
export function followUpsBlock(
  { painPoints, highlights }: FollowUpLists,
  questions: readonly AskedQuestion[] | null,
  rows: number,
  context: LayoutContext,
): Block {
  const { words } = context;
  const isShared = questions !== null;
  const level = isShared ? 'H2' : 'H3';
  if (painPoints === null && highlights === null) {
    return headingOnly(level, words.followUps, words.followUpsMissing, context.width);
  }
  if (painPoints?.length === 0 && highlights?.length === 0) {
    return headingOnly(level, words.followUps, words.noFollowUps, context.width);
  }
  const width = (context.width - COLUMN_GAP) / 2;
  const column = (
    title: string,
    emptyText: string,
    options: readonly ListedOption[] | null,
  ): Block =>
    stackBlocks([
      heading(level, title, width, { before: 0 }),
      ...(options === null
        ? [emptyNote(words.followUpsMissing, width)]
        : options.length === 0
          ? [emptyNote(emptyText, width)]
          : table(
              columnsFor(options, questions, context),
              truncateRows(options, rows, 0, context),
              width,
              context,
            )),
    ]);
  return columnsBlock(
    [
      column(isShared ? words.sharedPainPoints : words.painPoints, words.noPainPoints, painPoints),
      column(isShared ? words.sharedHighlights : words.highlights, words.noHighlights, highlights),
    ],
    width + COLUMN_GAP,
    { before: SPACING.section },
  );
}

function columnsFor(
  options: readonly ListedOption[],
  questions: readonly AskedQuestion[] | null,
  context: LayoutContext,
): readonly PdfColumn<ListedOption>[] {
  const { words, formats } = context;
  const placesColumn = numberColumn(
    words.columns.mentionedBy,
    { min: 38 },
    (option: ListedOption) =>
      'named' in option ? words.places({ n: option.named, total: option.asking }) : '',
  );
  const shareOf = optionShares(options, 'share', formats);
  const shareColumn = numberColumn(words.columns.share, { min: 28 }, (option: ListedOption) => {
    if (questions === null) return shareText(option, shareOf, context);
    // Beside the number of places there is no space for intervals.
    return option.shareShown ? shareOf(option) : '';
  });
  return [
    rowHeaderColumn(words.columns.name, 1, (option) => ({
      text: nameOf(option, context),
      style: textStyles.body,
      secondLine: questionOf(option, options, questions ?? [], context),
    })),
    ...(questions === null ? [] : [placesColumn]),
    numberColumn(words.columns.count, { min: 26 }, ({ responses }) => formats.count(responses)),
    ...(options.some(({ shareShown }) => shareShown) ? [shareColumn] : []),
    numberColumn(words.columns.lastWeek, { min: 38 }, ({ previousResponses }) => ({
      text: formats.count(previousResponses),
      style: textStyles.quiet,
    })),
  ];
}

/** The questions of an option whose name another one has, too; '' for others. */
function questionOf(
  option: ListedOption,
  options: readonly ListedOption[],
  questions: readonly AskedQuestion[],
  context: LayoutContext,
): string {
  const isAmbiguous = options.some(({ key, name }) => key !== option.key && name === option.name);
  if (!isAmbiguous || !('questions' in option)) return '';
  const names = questions
    .filter(({ key }) => option.questions.includes(key))
    .map(({ name }) => displayText(name, context));
  return context.formats.list(names);
}

/** '46% (39%–53%)', or '46%' in a report of version "1"; '' when the list has too few presses. */
function shareText(
  option: ListedOption,
  shareOf: (option: ListedOption) => string,
  { words, formats }: LayoutContext,
): string {
  const { shareLower, shareUpper, shareShown } = option;
  if (!shareShown) return '';
  return shareLower === null || shareUpper === null
    ? shareOf(option)
    : words.signals.shareWithInterval({
        share: shareOf(option),
        lower: formats.share(shareLower),
        upper: formats.share(shareUpper),
      });
}

/** Both lists in one narrow column, each option as a line of text. */
export function followUpLines(
  { painPoints, highlights }: FollowUpLists,
  rows: number,
  width: number,
  context: LayoutContext,
): Block {
  const { words, formats } = context;
  const { count, share, lastWeek } = words.columns;
  const lists = [
    { title: words.painPoints, options: painPoints, empty: words.noPainPoints },
    { title: words.highlights, options: highlights, empty: words.noHighlights },
  ];
  return stackBlocks(
    lists.flatMap(({ title, options, empty }, i) => {
      const isShareShown = options?.some(({ shareShown }) => shareShown) === true;
      const columns = isShareShown ? [count, share, lastWeek] : [count, lastWeek];
      const isListed = options !== null && options.length > 0;
      const note = isListed ? columns.join(' · ') : '';
      const before = i === 0 ? 0 : SPACING.small;
      const head = heading('H3', title, width, { note, before });
      if (options === null) return [head, emptyNote(words.followUpsMissing, width)];
      if (options.length === 0) return [head, emptyNote(empty, width)];
      const moreCount = options.length - rows;
      const shareOf = optionShares(options, 'share', formats);
      return [
        head,
        ...options.slice(0, rows).map((option) => optionLine(option, shareOf, width, context)),
        ...(moreCount > 0 ? [emptyNote(words.moreInJson({ n: moreCount }), width)] : []),
      ];
    }),
  );
}

/** At most the height of `followUpLines`. */
export function leastLinesHeight({ painPoints, highlights }: FollowUpLists, rows: number): number {
  const lines = [painPoints, highlights].map((options) => Math.min(options?.length ?? 0, rows));
  return 2 * HEADING_HEIGHT + SPACING.small + LINE.leading * lines.reduce((sum, n) => sum + n, 0);
}

/** The name, and its count, share and count of last week at the end of the line. */
function optionLine(
  option: ListedOption,
  shareOf: (option: ListedOption) => string,
  width: number,
  context: LayoutContext,
): Block {
  const { formats, direction } = context;
  const figures = joinTexts([
    formats.count(option.responses),
    shareText(option, shareOf, context),
    formats.count(option.previousResponses),
  ]);
  const baseline = baselineIn(0, LINE.leading, LINE);
  const figuresWidth = widthOf(figures, LINE);
  const availableWidth = Math.max(0, width - figuresWidth - 8);
  // A trailing space separates the two texts for screen readers.
  const name = fitted(nameOf(option, context), LINE, availableWidth);
  return block(element('P'), LINE.leading, [
    ...lineAt(name === '' ? '' : `${name} `, LINE, 0, baseline),
    ...(direction === 'rtl'
      ? lineAt(figures, LINE, width - figuresWidth, baseline)
      : lineAt(figures, LINE, width, baseline, 'right')),
  ]);
}

function nameOf(option: ListedOption, context: LayoutContext): string {
  const name = displayText(option.name, context);
  return name === '' ? context.words.unnamedOption : name;
}
