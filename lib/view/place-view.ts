// What the report of a folder without folders below it says.
import { compareInOrder } from '../domain/order.ts';
import type { Report, SurveyWeek } from '../domain/report.ts';
import { wholeSilence } from '../i18n/report-texts/headline-sentence.ts';
import { settingSentences } from '../i18n/report-texts/place-additions.ts';
import { hiddenMarksText, qualityRemarks } from '../i18n/report-texts/quality-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { alertsView } from './alerts-view.ts';
import { findingOfPlace, findingOfSurveys, levelState } from './finding-view.ts';
import type { PartsBesides, PlaceView } from './report-view.ts';
import { SECTION_STATES } from './report-view.ts';
import { folderRows, sectionOf } from './rows.ts';
import { surveyView } from './survey-view.ts';

/** More would not be read; the JSON has every survey. */
const MAX_SURVEYS = 100;

export function placeParts(report: Report, localization: Localization): PartsBesides<PlaceView> {
  const ordered = worstFirst(report, localization);
  const isPartial = report.status === 'partial';
  const { entries } = report.summary.attention;
  return {
    finding: findingOfSurveys(report, ordered, wholeSilence(report.surveys), localization),
    kind: 'place',
    surveys: ordered.slice(0, MAX_SURVEYS).map((survey, i) =>
      surveyView(
        survey,
        findingOfPlace(survey, isPartial, localization),
        {
          position: i + 1,
          of: ordered.length,
          asOf: report.asOf,
          usualDays: entries.find((entry) => entry.survey.key === survey.key)?.usual ?? [],
        },
        localization,
      ),
    ),
    alerts: alertsView(report, localization),
    remarks: remarksOf(report, localization),
  };
}

/** By state in the order of the sections, and of one section as the lists of the folders above. */
function worstFirst(report: Report, localization: Localization): readonly SurveyWeek[] {
  const { surveys } = report;
  if (surveys.length < 2) return surveys;
  const section = ({ level }: SurveyWeek): number =>
    SECTION_STATES.indexOf(sectionOf(levelState(level.state)));
  const rows = folderRows(report, localization, new Map());
  const positions = new Map(rows.map(({ survey }, i) => [survey, i]));
  const position = ({ key }: SurveyWeek): number => positions.get(key) ?? rows.length;
  return surveys.toSorted((a, b) =>
    compareInOrder(section(a) - section(b), position(a) - position(b), a.key - b.key),
  );
}

function remarksOf(report: Report, localization: Localization): readonly string[] {
  const marks = hiddenMarksText(report, localization);
  const more = report.surveys.length - MAX_SURVEYS;
  return [
    ...new Set([
      ...(more > 0 ? [localization.words.surveysWithoutPage({ n: more })] : []),
      ...report.surveys.flatMap((survey) => settingSentences(survey, localization)),
      ...qualityRemarks(report, localization),
      ...(marks === null ? [] : [marks]),
    ]),
  ];
}
