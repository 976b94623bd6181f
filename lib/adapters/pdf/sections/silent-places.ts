// The places of a region with few or no responses: silent devices first, then those with far fewer responses than usual, then
// those without any.
import type { Report } from '../../../domain/report.ts';
import type { AttentionEntry, EntryKind } from '../../../domain/signals/entry.ts';
import { significantOf } from '../../../domain/signals/attention.ts';
import type { SurveyPlace } from '../../../domain/signals/why.ts';
import { entryReasons } from '../../../i18n/report-texts/entry-reasons.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { rowHeaderColumn, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const MAX_PLACES = 10;

interface SilentPlace extends SurveyPlace {
  readonly text: string;
}

export function silentPlaces(report: Report, context: LayoutContext): readonly Block[] {
  const { words, names, width } = context;
  const texts = words.signals.region;
  const places = findSilentPlaces(report, context);
  if (places.length === 0) return [];
  const columns: readonly PdfColumn<SilentPlace>[] = [
    rowHeaderColumn(words.columns.place, 5, ({ folder, survey }) =>
      placeCell(names.placeKey(folder, survey), context, names.path(folder)),
    ),
    textColumn(words.columns.survey, { width: { share: 5 }, lines: 2 }, ({ folder, survey }) =>
      names.surveyIn(folder, survey),
    ),
    textColumn(texts.reason, { width: { share: 6 }, lines: 3 }, ({ text }) => text),
  ];
  return [
    heading('H2', words.signals.fewOrNoResponses, width),
    ...table(columns, truncateRows(places, MAX_PLACES, 0, context), width, context),
  ];
}

/** Silence and few responses that random variation does not explain, then surveys without any response. */
function findSilentPlaces(
  { summary }: Pick<Report, 'summary'>,
  context: LayoutContext,
): readonly SilentPlace[] {
  const { silentWeek } = context.words.signals.region;
  const { candidates, tests } = summary.signals;
  const ofKind = (kind: EntryKind): readonly AttentionEntry[] =>
    candidates.filter((entry) => entry.kind === kind);
  const listedCandidates = [
    ...ofKind('silent'),
    ...significantOf(ofKind('volumeLow'), tests.volume),
  ];
  const entries = [...Map.groupBy(listedCandidates, ({ survey }) => survey.key).values()].flatMap(
    (sameSurvey) => sameSurvey.slice(0, 1),
  );
  const listedSurveys = new Set(entries.map(({ survey }) => survey.key));
  return [
    ...entries.map((entry) => ({
      folder: entry.folder.key,
      survey: entry.survey.key,
      text: entryReasons(entry, context).join(' · '),
    })),
    ...summary.quiet
      .filter(({ survey, responses }) => responses === 0 && !listedSurveys.has(survey))
      .map(({ folder, survey }) => ({ folder, survey, text: silentWeek })),
  ];
}
