// The surveys of a folder in one table: state, index, usual level, responses, trend and hours in alarm.
import type { GroupKey } from '../../../domain/figures.ts';
import type { JudgedFigures, Report, SurveyWeek, TrendWeek } from '../../../domain/report.ts';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import { smallTrend } from '../../../charts/small-trend.ts';
import { trendAltText } from '../../../charts/alt-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { usualText } from '../../../i18n/report-texts/state-texts.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import { alarmOf } from './alert-blocks.ts';
import { heading } from './section-heading.ts';
import { stateCell } from './state-cell.ts';

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
  // Figures of reports of earlier versions have no states.
  const isJudged = rows.some(({ level }) => level.state !== null);
  const stateColumn = textColumn(
    words.columns.verdict,
    { width: { share: 2 }, lines: 2 },
    (row: SurveyRow) => stateCell(row.level, row, context),
  );
  const usualColumn = numberColumn(
    storeColumns.usual,
    { min: 44 },
    ({ level, indexType }: SurveyRow) => usualText(level, indexType, context),
  );
  return [
    rowHeaderColumn(words.columns.survey, 3, (row) => ({
      text: row.name,
      style: textStyles.body,
      secondLine: kindName(row, context),
    })),
    ...(isJudged ? [stateColumn] : []),
    numberColumn(words.columns.index, { min: 26 }, ({ index, indexType }) =>
      strongText(formats.index(index, indexType)),
    ),
    ...(isJudged ? [usualColumn] : []),
    numberColumn(words.columns.responses, { min: 40 }, ({ responses }) => formats.count(responses)),
    textColumn(storeColumns.trend, { width: TREND_WIDTH }, ({ trend, level, ...row }) => {
      const indexes = trend.map(({ index }) => index);
      const alt = trendAltText(trend, row, level, context);
      const series = { indexes, level: drawnLevel(level), indexType: row.indexType };
      return smallTrend(series, alt) ?? '';
    }),
    numberColumn(storeColumns.inAlarm, { min: 36 }, ({ survey }) => {
      if (survey === null) return '';
      const alarm = alarmOf(survey, asOf);
      if (alarm === null) return words.signals.notRead;
      return alarm.groups.length === 0 ? '–' : formats.duration(alarm.badMinutes);
    }),
  ];
}
