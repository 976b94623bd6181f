// The surveys of a folder in one table: verdict, index, usual range, responses, trend and hours in alarm.
import type { GroupKey } from '../../../domain/figures.ts';
import type { JudgedFigures, Report, SurveyWeek, TrendWeek } from '../../../domain/report.ts';
import { isDeviation } from '../../../domain/signals/signal.ts';
import { smallTrend } from '../../../charts/small-trend.ts';
import { trendAltText } from '../../../charts/alt-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { verdictText } from '../../../i18n/report-texts/signal-sentences.ts';
import { usualRange } from '../../../i18n/report-texts/usual-level-texts.ts';
import type { Block } from '../block.ts';
import type { TableCell, PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import { alarmOf } from './alert-blocks.ts';
import { heading } from './section-heading.ts';

/** A survey, or the pooled surveys of one kind. */
interface SurveyRow extends JudgedFigures, GroupKey {
  readonly name: string;
  readonly trend: readonly TrendWeek[];
  readonly survey: SurveyWeek | null;
}

const MAX_ROWS = 40;
const TREND_WIDTH = 72;

/** Nothing without surveys. */
export function surveyComparison(report: Report, context: LayoutContext): readonly Block[] {
  if (report.surveys.length === 0) return [];
  const { words, names, width } = context;
  const pooled = report.summary.groups.filter((group) => group.surveys > 1);
  const rows: readonly SurveyRow[] = [
    ...pooled.map((group): SurveyRow => {
      const surveys = words.surveysIn({ n: group.surveys });
      return { ...group, name: surveys, survey: null };
    }),
    ...report.surveys.map((survey): SurveyRow => ({
      ...survey,
      name: names.survey(survey.key),
      survey,
    })),
  ];
  return [
    heading('H2', words.signals.surveysCompared, width),
    ...table(
      columns(rows, report.asOf, context),
      truncateRows(rows, MAX_ROWS, 0, context),
      width,
      context,
    ),
  ];
}

function columns(
  rows: readonly SurveyRow[],
  asOf: string,
  context: LayoutContext,
): readonly PdfColumn<SurveyRow>[] {
  const { words, formats } = context;
  const { storeColumns } = words.signals;
  // Figures of a report of version "1" have no verdicts.
  const isJudged = rows.some(({ signal }) => signal !== null);
  const verdictColumn = textColumn(
    words.columns.verdict,
    { width: { share: 2 }, lines: 2 },
    (row: SurveyRow) => verdictCell(row, context),
  );
  const usualColumn = numberColumn(
    storeColumns.usual,
    { min: 44 },
    ({ signal, indexType }: SurveyRow) =>
      signal === null ? '' : usualRange(signal, indexType, context),
  );
  return [
    rowHeaderColumn(words.columns.survey, 3, (row) => ({
      text: row.name,
      style: textStyles.body,
      secondLine: kindName(row, context),
    })),
    ...(isJudged ? [verdictColumn] : []),
    numberColumn(words.columns.index, { min: 26 }, ({ index, indexType }) =>
      strongText(formats.index(index, indexType)),
    ),
    ...(isJudged ? [usualColumn] : []),
    numberColumn(words.columns.responses, { min: 40 }, ({ responses }) => formats.count(responses)),
    textColumn(storeColumns.trend, { width: TREND_WIDTH }, ({ trend, signal, ...row }) => {
      const indexes = trend.map(({ index }) => index);
      const alt = trendAltText(trend, row, signal, context);
      return smallTrend({ indexes, limits: signal, indexType: row.indexType }, alt) ?? '';
    }),
    numberColumn(storeColumns.inAlarm, { min: 36 }, ({ survey }) => {
      if (survey === null) return '';
      const alarm = alarmOf(survey, asOf);
      if (alarm === null) return words.signals.notRead;
      return alarm.groups.length === 0 ? '–' : formats.duration(alarm.badMinutes);
    }),
  ];
}

function verdictCell(row: SurveyRow, context: LayoutContext): TableCell {
  const { words } = context;
  const { signal, survey, responses } = row;
  if (responses === 0 && survey !== null) return strongText(words.signals.noResponses);
  // An unknown kind of index has no verdict, however many responses there are.
  if (row.index === null) return '';
  return {
    text: verdictText(signal, context),
    style: isDeviation(signal?.verdict ?? null) ? textStyles.strong : textStyles.body,
  };
}
