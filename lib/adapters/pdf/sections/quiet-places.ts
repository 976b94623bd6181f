// The places of a region with few or no responses.
import type { QuietSurvey, Report } from '../../../domain/report.ts';
import { quietSurveysFirst } from '../../../i18n/report-texts/place-order.ts';
import type { Block } from '../block.ts';
import type { Column } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

export function quietPlaces(
  report: Report,
  rows: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, names, width } = context;
  const { quiet } = report.summary;
  if (quiet.length === 0) return [];
  const columns: readonly Column<QuietSurvey>[] = [
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 3 },
      wraps: true,
      namesRow: true,
      cell: (place) =>
        placeCell(
          names.placeKey(place.folder, place.survey),
          names.place(place.folder, place.survey),
          context,
        ),
    },
    {
      head: words.columns.survey,
      align: 'left',
      width: { share: 3 },
      wraps: true,
      cell: (place) => names.surveyIn(place.folder, place.survey),
    },
    {
      head: words.columns.silentDays,
      align: 'right',
      width: 60,
      cell: (place) => formats.count(place.silentDays),
    },
    {
      head: words.columns.responses,
      align: 'right',
      width: 60,
      cell: (place) => formats.count(place.responses),
    },
  ];
  const ordered = quietSurveysFirst(quiet);
  return [
    heading('H2', words.quietPlaces, width, { note: words.quietNote }),
    ...table(columns, truncateRows(ordered, rows, 0, context), width, context),
  ];
}
