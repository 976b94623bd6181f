// The list of a region: its places by state, each with its reasons and its trend.
import { isUnread } from '../../../domain/problems.ts';
import type { Report } from '../../../domain/report.ts';
import type { ListSection } from '../../../domain/signals/folder-list.ts';
import { sectionsOf } from '../../../domain/signals/folder-list.ts';
import type { Entry } from '../../../domain/signals/model.ts';
import { smallTrendAltText } from '../../../charts/alt-texts.ts';
import { entryTrend, smallTrend } from '../../../charts/small-trend.ts';
import { textStyles } from '../../../charts/theme.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { alsoText, entryTexts } from '../../../i18n/report-texts/entry-texts.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { Block } from '../block.ts';
import { paragraph } from '../block.ts';
import type { TableCell, PdfColumn } from '../table-columns.ts';
import { rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const TREND_WIDTH = 84;
const MAX_UNREAD = 5;
/** More lines than the names of a list's longest section take. */
const MAX_NAME_LINES = 1_000;

/** Places of which nothing could be read are neither well nor in need of attention. */
export function attentionList(report: Report, context: LayoutContext): readonly Block[] {
  const { width } = context;
  return [
    ...sectionsOf(report.summary.attention.entries).flatMap((section) =>
      listSection(section, context),
    ),
    ...unreadNotes(report, context).map((note) =>
      paragraph('P', note, textStyles.body, width, { before: SPACING.small }),
    ),
  ];
}

function listSection(section: ListSection, context: LayoutContext): readonly Block[] {
  const { words, width } = context;
  const also = alsoText(section, context);
  return [
    heading('H2', words.signals.states[section.state], width),
    ...table(
      columns(context),
      section.inFull.map((data) => ({ data })),
      width,
      context,
    ),
    ...(also === ''
      ? []
      : [
          paragraph('P', also, textStyles.body, width, {
            before: SPACING.small,
            maxLines: MAX_NAME_LINES,
          }),
        ]),
  ];
}

function unreadNotes({ problems }: Report, { words, names }: LayoutContext): readonly string[] {
  const places = problems
    .filter(isUnread)
    .map(({ folder, survey }) => names.location(folder ?? null, survey ?? null));
  const notes = places
    .slice(0, MAX_UNREAD)
    .map((place) => words.problemPlace({ place, message: words.signals.notRead }));
  const more = places.length - notes.length;
  return more > 0 ? [...notes, words.signals.region.moreUnread({ n: more })] : notes;
}

function columns(context: LayoutContext): readonly PdfColumn<Entry>[] {
  const { words } = context;
  return [
    rowHeaderColumn(words.columns.place, 5, (entry) => entryPlace(entry, context)),
    textColumn(words.signals.region.reason, { width: { share: 6 }, lines: 3 }, (entry) => {
      const [reason = '', ...others] = entryTexts(entry, context);
      return { ...strongText(reason), secondLine: others.join(' · ') };
    }),
    textColumn(words.trend, { width: TREND_WIDTH }, (entry) => entryTrendCell(entry, context)),
  ];
}

function entryTrendCell(entry: Entry, context: LayoutContext): TableCell {
  const series = entryTrend(entry);
  return smallTrend(series, smallTrendAltText(series, indexName(entry, context), context)) ?? '';
}

/** The name of the folder as a link, and its path below the report's folder with the question. */
function entryPlace({ folder, survey }: Entry, context: LayoutContext): TableCell {
  const { names } = context;
  const question = displayText(survey.name, context);
  return placeCell(folder.key, context, joinTexts([names.path(folder.key), question]));
}
