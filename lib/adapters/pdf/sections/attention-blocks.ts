// The attention list of a region: the places to call, then those that got better, each with its reasons and its trend.
import { isUnread } from '../../../domain/problems.ts';
import type { Report } from '../../../domain/report.ts';
import type { AttentionEntry } from '../../../domain/signals/entry.ts';
import { splitEntries } from '../../../domain/signals/entry.ts';
import { smallTrendAltText } from '../../../charts/alt-texts.ts';
import { entryTrend, smallTrend } from '../../../charts/small-trend.ts';
import { textStyles } from '../../../charts/theme.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import {
  attentionStateOf,
  attentionSummary,
  betterSummary,
  entryReasons,
} from '../../../i18n/report-texts/entry-reasons.ts';
import type { Block } from '../block.ts';
import { paragraph } from '../block.ts';
import type { TableCell, PdfColumn, TableRow } from '../table-columns.ts';
import { rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const TREND_WIDTH = 84;
const MAX_UNREAD = 5;

/** Never says that all is well where surveys could not be read. */
export function attentionList(report: Report, context: LayoutContext): readonly Block[] {
  if (report.reportVersion === '1') return [];
  const { words, width } = context;
  const { urgent, better } = splitEntries(report.summary.attention.entries);
  const state = attentionStateOf(report);
  const summary = (text: string): readonly Block[] =>
    text === '' ? [] : [paragraph('P', text, textStyles.body, width, { before: 6 })];
  const rows = [...toRows(urgent), ...unreadRows(report, context)];
  return [
    heading('H2', words.signals.attention, width),
    ...(rows.length === 0 ? [] : table(columns(context), rows, width, context)),
    ...summary(attentionSummary(state, context)),
    ...(better.length === 0
      ? []
      : [
          heading('H2', words.signals.improved, width),
          ...table(columns(context), toRows(better), width, context),
          ...summary(betterSummary(state, context)),
        ]),
  ];
}

/** Places of which nothing could be read are neither well nor in need of attention. */
function unreadRows(
  { problems }: Report,
  { words, names }: LayoutContext,
): readonly TableRow<AttentionEntry>[] {
  const places = problems
    .filter(isUnread)
    .map(({ folder, survey }) => names.location(folder ?? null, survey ?? null));
  const notes = places
    .slice(0, MAX_UNREAD)
    .map((place) => words.problemPlace({ place, message: words.signals.notRead }));
  const moreCount = places.length - notes.length;
  if (moreCount > 0) notes.push(words.signals.region.moreUnread({ n: moreCount }));
  return notes.map((note) => ({ note }));
}

function toRows(entries: readonly AttentionEntry[]): readonly { readonly data: AttentionEntry }[] {
  return entries.map((data) => ({ data }));
}

function columns(context: LayoutContext): readonly PdfColumn<AttentionEntry>[] {
  const { words } = context;
  return [
    rowHeaderColumn(words.columns.place, 5, (entry) => entryPlace(entry, context)),
    textColumn(words.signals.region.reason, { width: { share: 6 }, lines: 3 }, (entry) => {
      const [reason = '', ...others] = entryReasons(entry, context);
      return { ...strongText(reason), secondLine: others.join(' · ') };
    }),
    textColumn(words.trend, { width: TREND_WIDTH }, (entry) => entryTrendCell(entry, context)),
  ];
}

function entryTrendCell(entry: AttentionEntry, context: LayoutContext): TableCell {
  const series = entryTrend(entry);
  return smallTrend(series, smallTrendAltText(series, indexName(entry, context), context)) ?? '';
}

/** The name of the folder as a link, and its path below the report's folder with the question. */
function entryPlace({ folder, survey }: AttentionEntry, context: LayoutContext): TableCell {
  const { names } = context;
  const question = displayText(survey.name, context);
  return placeCell(folder.key, context, joinTexts([names.path(folder.key), question]));
}
