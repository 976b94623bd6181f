// The state of a folder or place, its headline, and what explains it.
import type { Report, SurveyWeek } from '../domain/report.ts';
import type { LevelState } from '../domain/signals/model.ts';
import { largestFirst } from '../domain/verdict.ts';
import type { CountedState, ListedPlaces, Together } from '../i18n/report-texts/folder-headline.ts';
import { folderFinding } from '../i18n/report-texts/folder-headline.ts';
import { findingText, isJudged, leadingFindings } from '../i18n/report-texts/headline-sentence.ts';
import { placeDetails } from '../i18n/report-texts/place-additions.ts';
import { hasTooFewResponses } from '../i18n/report-texts/place-headline.ts';
import type { JudgedPlace } from '../i18n/report-texts/place-headline.ts';
import { stateText } from '../i18n/report-texts/state-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import type { Finding, PlaceState, Row, Section } from './report-view.ts';

export const STATES_OF_LEVELS: Readonly<Record<LevelState, PlaceState>> = {
  new: 'new',
  silent: 'noSignal',
  still: 'still',
  recovered: 'recovered',
  better: 'better',
  newPlace: 'newPlace',
  tooFew: 'few',
  usual: 'usual',
};

export function levelState(state: LevelState | null): PlaceState {
  return state === null ? 'unknown' : STATES_OF_LEVELS[state];
}

/** The state of the first section that has places; of all kinds together where none has. */
export function findingOfFolder(
  report: Report,
  sections: readonly Section[],
  together: Together | null,
  localization: Localization,
): Finding {
  const listed = sections.find(({ state }) => state !== 'usual');
  const [leading] = largestFirst(report.summary.groups);
  const groupState = levelState(leading?.level.state ?? null);
  const state =
    groupState === 'new' || groupState === 'still' ? groupState : (listed?.state ?? groupState);
  const { headline, details, counted } = isJudged(report)
    ? folderFinding(report, listedPlaces(sections), together, localization)
    : { headline: leadingFindings(report, localization)[0] ?? '', details: [], counted: null };
  const isCounted = counted !== null || listed !== undefined;
  return {
    state,
    label: '',
    headline: headline === '' ? withoutHeadline(report, localization) : headline,
    details: [
      ...details,
      ...(isCounted ? countSentences(report, sections, counted, localization) : []),
    ],
  };
}

function listedPlaces(sections: readonly Section[]): ListedPlaces {
  const rows = sections.flatMap((section) => section.rows);
  return {
    all: rows.length,
    compared: rows.filter(isCompared).length,
    usual: rows.filter(({ state }) => state === 'usual').length,
  };
}

function isCompared({ state, values }: Row): boolean {
  switch (state) {
    case 'noSignal':
    case 'newPlace':
    case 'few':
      return false;
    case 'new':
    case 'still':
    case 'recovered':
    case 'better':
    case 'usual':
      return true;
    case 'unknown':
      return values.usual !== null;
  }
}

/** A partial report never says that all is well. */
function withoutHeadline(
  { status }: Pick<Report, 'status'>,
  { words }: Pick<Localization, 'words'>,
): string {
  return status === 'partial'
    ? words.signals.asSentence({ text: words.partialHeading })
    : words.signals.folder.noLevels;
}

/** '3 have recovered and 44 are as usual.' without the state that is counted already; with it, all places are counted. */
function countSentences(
  { summary }: Pick<Report, 'summary'>,
  sections: readonly Section[],
  counted: CountedState | null,
  { words, formats }: Localization,
): readonly string[] {
  const texts = words.view.counts;
  const { silent, volumeLow } = summary.attention.counts;
  const numberOf = (state: PlaceState): number =>
    sections.flatMap(({ rows }) => rows.filter((row) => row.state === state)).length;
  const told = (
    [
      ['silent', silent, texts.noSignal],
      ['volumeLow', volumeLow, texts.few],
      ['still', numberOf('still'), texts.still],
      ['recovered', numberOf('recovered'), texts.recovered],
      ['better', numberOf('better'), texts.better],
      ['newPlace', numberOf('newPlace'), texts.newPlace],
      ['usual', numberOf('usual'), texts.usual],
      ['notCompared', numberOf('few') + numberOf('unknown'), texts.notCompared],
    ] as const
  ).flatMap(([state, n, text]) => (n === 0 || state === counted ? [] : [text({ n })]));
  return told.length === 0 ? [] : [words.signals.asSentence({ text: formats.list(told) })];
}

/** Surveys beside the first of which the headline's details speak. */
const MAX_OTHERS = 2;

/** The finding of the survey whose state matters most; of the whole place where every survey is silent. */
export function findingOfSurveys(
  report: Pick<Report, 'status' | 'summary' | 'surveys'>,
  ordered: readonly SurveyWeek[],
  silence: JudgedPlace | null,
  localization: Localization,
): Finding {
  const isPartial = report.status === 'partial';
  const [first, ...others] = ordered;
  if (first === undefined) {
    const [headline = ''] = leadingFindings(report, localization);
    return {
      state: 'unknown',
      label: '',
      headline: headline === '' ? withoutHeadline(report, localization) : headline,
      details: [],
    };
  }
  if (silence !== null) return findingOfPlace(silence, isPartial, localization);
  const finding = findingOfPlace(first, isPartial, localization);
  const { words } = localization;
  return {
    ...finding,
    details: [
      ...finding.details,
      ...others.slice(0, MAX_OTHERS).map((survey) =>
        words.problemPlace({
          place: localization.names.survey(survey.key),
          message: findingText(survey, localization),
        }),
      ),
    ],
  };
}

/** Of one survey, or of a place as a whole. */
export function findingOfPlace(
  place: JudgedPlace,
  isPartial: boolean,
  localization: Localization,
): Finding {
  const { words, formats } = localization;
  const state = placeState(place);
  // "As usual" would read as an all-clear although part of the data is missing.
  const wouldReadAsAllClear = isPartial && place.level.state === 'usual';
  const headline = wouldReadAsAllClear
    ? words.signals.asSentence({ text: formats.index(place.index, place.indexType) })
    : findingText(place, localization);
  return {
    state,
    label: wouldReadAsAllClear ? '' : labelOf(place, localization),
    headline,
    details: placeDetails(place, localization),
  };
}

/** 'Still low: 7 weeks' */
function labelOf({ level, silent = null }: JudgedPlace, localization: Localization): string {
  const { state } = level;
  const weeks = (state === 'silent' ? silent?.weeks : level.weeks) ?? 1;
  const isRun = state === 'still' || state === 'silent' || state === 'better';
  return isRun && weeks > 1
    ? localization.words.view.labels[state]({ weeks })
    : stateText(level, localization);
}

function placeState(place: JudgedPlace): PlaceState {
  if (hasTooFewResponses(place)) return 'few';
  // With enough responses this week it has figures, but nothing to compare them with.
  return place.level.state === 'tooFew' ? 'unknown' : levelState(place.level.state);
}
