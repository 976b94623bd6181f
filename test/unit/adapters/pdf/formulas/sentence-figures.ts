// The sentences about places and folders as the texts of reports give them from the JSON; their own tests compare them with
// the rules.
import type { Report, SurveyWeek } from '../../../../../lib/domain/report.ts';
import type { Entry } from '../../../../../lib/domain/signals/model.ts';
import { sectionsOf } from '../../../../../lib/domain/signals/folder-list.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../../../lib/i18n/localization.ts';
import type { Localization } from '../../../../../lib/i18n/localization.ts';
import { alsoText, entryTexts } from '../../../../../lib/i18n/report-texts/entry-texts.ts';
import { folderHeadline } from '../../../../../lib/i18n/report-texts/folder-headline.ts';
import {
  placeAdditions,
  volumeSentence,
} from '../../../../../lib/i18n/report-texts/place-additions.ts';
import { placeHeadline } from '../../../../../lib/i18n/report-texts/place-headline.ts';

function localizationOf(report: Report): Localization {
  return createLocalization(report, 'en', messagesFor('en'));
}

/** The headline of a survey's page, and the sentences that follow it as one paragraph. */
export function surveySentences(survey: SurveyWeek, report: Report): readonly string[] {
  const localization = localizationOf(report);
  return [placeHeadline(survey, localization), placeAdditions(survey, localization).join(' ')];
}

/** What the notes on data quality say of a survey without responses or with few; '' for others. */
export function noteSentence(survey: SurveyWeek, report: Report): string {
  const localization = localizationOf(report);
  if (survey.silent?.ongoing === true) return placeHeadline(survey, localization);
  return survey.volume?.verdict === 'low' ? volumeSentence(survey, localization) : '';
}

export function folderSentences(report: Report): readonly string[] {
  const { headline, more } = folderHeadline(report, localizationOf(report));
  return [headline, more.join(' ')];
}

export function entrySentence(entry: Entry, report: Report): string {
  return entryTexts(entry, localizationOf(report)).join(' · ');
}

/** The lines that name the entries which the tables leave out. */
export function alsoSentences(report: Report): readonly string[] {
  const localization = localizationOf(report);
  return sectionsOf(report.summary.attention.entries).map((section) =>
    alsoText(section, localization),
  );
}
