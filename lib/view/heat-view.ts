// Every place and thirteen weeks, grouped by the parts of the folder.
import { weeksFrom, parseWeek } from '../domain/calendar.ts';
import type { Report } from '../domain/report.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import type { Heat, Row } from './report-view.ts';

const NAME_LIMIT = 60;
const WEEKS = 13;

/** `partOf`: the name of the part that a folder is in. Null where the weeks of the places are not known. */
export function heatView(
  { week, folder, subfolders }: Pick<Report, 'week' | 'folder' | 'subfolders'>,
  rows: readonly Row[],
  partOf: (folder: number) => string,
  localization: Localization,
): Heat | null {
  if (rows.every(({ trend }) => trend.every((value) => value === null))) return null;
  const { words, formats } = localization;
  const groups = Map.groupBy(rows, (row) => partOf(row.folder));
  const order = [folder.name, ...subfolders.map(({ name }) => name)].map((name) =>
    displayText(name, localization, NAME_LIMIT),
  );
  const positions = new Map(order.map((name, i) => [name, i]));
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
    groups: [...groups]
      .sort(([a], [b]) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
      .map(([name, ofGroup]) => ({
        name,
        rows: ofGroup.map(({ folder: key, survey }) => ({ folder: key, survey })),
      })),
  };
}
