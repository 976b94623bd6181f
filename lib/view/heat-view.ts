// Every place and thirteen weeks, grouped by the parts of the folder.
import { weeksFrom, parseWeek } from '../domain/calendar.ts';
import type { Report } from '../domain/report.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import type { Localization } from '../i18n/localization.ts';
import type { PartOf } from './contributions.ts';
import type { Heat, Row } from './report-view.ts';

const WEEKS = 13;

/** Null where the weeks of the places are not known. */
export function heatView(
  { week, folder, subfolders }: Pick<Report, 'week' | 'folder' | 'subfolders'>,
  rows: readonly Row[],
  partOf: PartOf,
  localization: Localization,
): Heat | null {
  if (rows.every(({ trend }) => trend.every((value) => value === null))) return null;
  const { words, formats, names } = localization;
  const groups = Map.groupBy(rows, (row) => partOf(row.folder));
  const thisWeek = parseWeek(week);
  const legend = words.view.heatLegend;
  return {
    title: words.view.heatTitle,
    note: words.view.heatNote,
    weeks: Array.from({ length: WEEKS }, (_, i) =>
      thisWeek === null ? '' : weekNumberText(weeksFrom(thisWeek, i + 1 - WEEKS).name, formats),
    ),
    legend: [
      { value: -2, text: legend.farBelow, sample: formats.count(29) },
      { value: -1, text: legend.below, sample: formats.count(61) },
      { value: 0, text: legend.within, sample: '' },
      { value: 1, text: legend.above, sample: formats.count(82) },
      { value: 2, text: legend.farAbove, sample: formats.count(90) },
    ],
    groups: [folder, ...subfolders]
      .map(({ key }) => ({
        name: names.folder(key),
        rows: (groups.get(key) ?? []).map((row) => ({ folder: row.folder, survey: row.survey })),
      }))
      .filter((group) => group.rows.length > 0),
  };
}
