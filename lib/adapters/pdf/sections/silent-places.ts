// The places of a region with few or no responses: silent devices first, then those with far fewer responses than usual, then
// those without any.
import type { Report } from '../../../domain/report.ts';
import type { Entry, SurveyPlace } from '../../../domain/signals/model.ts';
import { stateTexts } from '../../../i18n/report-texts/entry-texts.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { rowHeaderColumn, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const MAX_PLACES = 10;

interface SilentPlace extends SurveyPlace {
  readonly question: string;
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
    textColumn(words.columns.survey, { width: { share: 5 }, lines: 2 }, ({ question }) => question),
    textColumn(texts.reason, { width: { share: 6 }, lines: 3 }, ({ text }) => text),
  ];
  return [
    heading('H2', words.signals.fewOrNoResponses, width),
    ...table(columns, truncateRows(places, MAX_PLACES, 0, context), width, context),
  ];
}

/** The listed places that are silent or have few responses, then surveys without any response. */
function findSilentPlaces(
  { summary }: Pick<Report, 'summary'>,
  context: LayoutContext,
): readonly SilentPlace[] {
  const { silentWeek } = context.words.signals.region;
  const { entries } = summary.attention;
  const listed = [
    ...entries.filter((entry) => hasState(entry, 'silent')),
    ...entries.filter((entry) => !hasState(entry, 'silent') && hasState(entry, 'volumeLow')),
  ];
  const listedSurveys = new Set(listed.map(({ survey }) => survey.key));
  return [
    ...listed.map((entry) => ({
      folder: entry.folder.key,
      survey: entry.survey.key,
      question: displayText(entry.survey.name, context),
      text: stateTexts(entry, context).join(' · '),
    })),
    ...summary.quiet
      .filter(({ survey, responses }) => responses === 0 && !listedSurveys.has(survey))
      .map(({ folder, survey }) => ({
        folder,
        survey,
        question: context.names.surveyIn(folder, survey),
        text: silentWeek,
      })),
  ];
}

function hasState({ state, also }: Entry, searched: Entry['state']): boolean {
  return state === searched || also.some((other) => other.state === searched);
}
