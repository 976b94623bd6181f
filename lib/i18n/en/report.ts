// English texts of the report. The other languages have the same keys; a missing message falls back to English.
// Numbers are passed in formatted; where the grammar depends on one, its plural category is passed too.

import type { Plural } from '../formats.ts';
import { pluralForm } from '../formats.ts';
import { signals } from './signals.ts';

export const en = {
  // page header and footer
  week: (range: string, week: string) => `${range}, week ${week}`,
  title: (name: string, week: string, year: string) => `${name} – week ${week}, ${year}`,
  folder: (key: string) => `Folder ${key}`,
  survey: (key: string) => `Survey ${key}`,
  surveyIn: (survey: string, folder: string) => `Survey ${survey} in folder ${folder}`,
  dataAsOf: (instant: string) => `Data as of ${instant}`,
  revision: (n: string) => `Revision ${n}`,
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  timeZones: (zones: string) => `Time zone: ${zones}`,
  manyTimeZones: (n: string) => `${n} time zones, each survey in its own`,
  eachOwnTimeZone: 'Each survey in its own time zone',

  // kinds of index and scale
  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Average', NPS: 'NPS' },
  scaleNames: { FOUR: '4 buttons', FIVE: '5 buttons', FIVE_REVERSED: '5 buttons, reversed' },
  responsesHeading: 'Responses',
  /** Of five buttons, from the worst; scales with fewer buttons use some of them. */
  smileys: ['Very unhappy', 'Unhappy', 'Neutral', 'Happy', 'Very happy'],
  button: (n: string) => `Button ${n}`,
  plusMinus: (halfWidth: string) => `± ${halfWidth}`,
  plusMinusLess: (unit: string) => `± less than ${unit}`,

  // headline sentence
  up: (size: string) => `up ${size} from last week`,
  down: (size: string) => `down ${size} from last week`,
  upLess: (unit: string) => `up less than ${unit} from last week`,
  downLess: (unit: string) => `down less than ${unit} from last week`,
  unchanged: 'unchanged from last week',
  verdicts: {
    clearRise: 'a clear rise',
    clearFall: 'a clear fall',
    normal: 'within normal variation',
    tooFew: 'too few responses to tell',
  },
  sentence: (index: string, value: string, change: string, verdict: string, responses: string) =>
    `${index} ${value}, ${change}: ${verdict}. ${responses}.`,
  sentenceUncompared: (index: string, value: string, responses: string) =>
    `${index} ${value}; there were no responses last week to compare with. ${responses}.`,
  sentenceWithoutIndex: (responses: string, kind: string) =>
    `${responses}. The ${kind} isn’t known to this version, so it shows counts and no index.`,
  indexKind: (name: string) => `index “${name}”`,
  scaleKind: (name: string) => `scale “${name}”`,
  responses: (n: string, plural: Plural) => `${n} ${pluralForm(plural, 'response', 'responses')}`,
  responsesChanged: (responses: string, change: string) => `${responses} (${change})`,
  noResponsesBefore: (previous: string, plural: Plural) =>
    `No responses this week; last week there ${pluralForm(plural, 'was', 'were')} ${previous}.`,
  noResponsesEither: 'No responses this week, and none last week.',

  // notifications
  attentionMessage: (place: string, reason: string) => `Needs attention: ${place}: ${reason}`,
  attentionMore: (attention: string, n: string) => `${attention}; ${n} more`,

  // sections
  surveysIn: (n: string, plural: Plural) => `${n} ${pluralForm(plural, 'survey', 'surveys')}`,
  surveysWithResponses: (withResponses: string, surveys: string) =>
    `${withResponses} of ${surveys}`,
  responsesFrom: (responses: string, surveys: string) => `${responses} from ${surveys}`,
  alertTotals: (n: string, plural: Plural, started: string, carriedOver: string, open: string) =>
    `${n} ${pluralForm(plural, 'alert', 'alerts')} (${started} started, ${carriedOver} carried over), ${open} still open`,
  alertTotalsNone: 'no alerts',
  alertTotalsNoneRead: 'no alerts in what could be read',
  trend: 'Last 13 weeks',
  trendNoteCounts: 'Bars: responses.',
  weekTick: (week: string) => `W${week}`,
  days: 'Day by day',
  hoursOfDay: (weekday: string, from: string, to: string) => `${weekday} ${from}–${to}`,
  painPoints: 'Pain points',
  highlights: 'Highlights',
  followUps: 'Pain points and highlights',
  noFollowUps: 'None were named this week.',
  unnamedOption: 'Without a name',
  noPainPoints: 'No pain points were named.',
  noHighlights: 'No highlights were named.',
  followUpsMissing: 'Could not be read this week.',
  alerts: 'Alerts',
  alertsMissing: 'Alerts could not be read this week.',
  noAlertsRead: (unread: string) => `None in what could be read; ${unread}.`,
  noAlerts: 'No alerts this week.',
  alertCounts: (started: string, carriedOver: string, open: string) =>
    `${started} started · ${carriedOver} carried over · ${open} still open`,
  longestOpen: (duration: string) => `longest ${duration} within the week`,
  openAlerts: 'Alerts still open',
  ranking: 'Ranking',
  sharedPainPoints: 'Shared pain points',
  sharedHighlights: 'Shared highlights',
  quietPlaces: 'Quiet places',
  quietNote: 'Active, but with a silent day or few responses.',
  silentSurveys: 'Surveys without responses',
  moreInJson: (n: string) => `${n} more in the JSON`,
  places: (n: string, total: string) => `${n} of ${total}`,

  // table headers
  columns: {
    rank: '#',
    place: 'Place',
    kind: 'Kind',
    name: 'Name',
    survey: 'Survey',
    timeZone: 'Time zone',
    index: 'Index',
    change: 'Change',
    verdict: 'Verdict',
    responses: 'Responses',
    count: 'Count',
    share: 'Share',
    lastWeek: 'Last week',
    distribution: 'Worst to best',
    mentionedBy: 'Places',
    alert: 'Alert',
    began: 'Began',
    ended: 'Ended',
    inWeek: 'In this week',
    silentDays: 'Silent days',
  },
  stillOpen: 'still open',

  // alerts
  alertNames: {
    negative: 'Unhappy responses',
    indexThreshold: 'Index limit',
    feedbackCount: 'Response count',
  },
  alertTriggers: {
    value: (actual: string, limit: string) => `${actual}, limit ${limit}`,
    negativeOf: (actual: string, responses: string, window: string, limit: string) =>
      `${actual} of ${responses} in ${window}, limit ${limit}`,
    feedbackCount: (limit: string) => `limit ${limit}`,
    counted: (responses: string, window: string) => `${responses} in ${window}`,
  },

  // data quality
  partialHeading: 'Part of this week’s data is missing',
  emptyHeading: 'A quiet week',
  emptyText: (surveys: string) =>
    `Everything was read, and there were no responses this week (${surveys}).`,
  dataQuality: 'Data quality',
  problemPlace: (place: string, message: string) => `${place} – ${message}`,
  silentDay: (survey: string, days: string) => `${survey} – no response on ${days}.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'the reporting API could not be reached',
    UPSTREAM_TIMEOUT: 'the reporting API did not respond in time',
    UPSTREAM_UNAVAILABLE: 'the reporting API kept returning errors',
    UPSTREAM_UNAUTHORIZED: 'the reporting API rejected the credentials',
    UPSTREAM_NOT_FOUND: 'the reporting API does not have it',
    TZ_UNKNOWN: 'its time zone is unknown',
    TZ_DRIFT: 'Local times follow the reporting API, whose time zone tables differ from ours.',
    NOT_SETTLED: 'Devices may still upload responses of this week.',
    SCALE_MISMATCH: 'Some responses lie beyond the buttons of the scale and are not counted.',
    OUT_OF_RANGE: 'the reporting API returned no data for the requested dates',
    ROWS_OUT_OF_RANGE: 'The reporting API also returned data for other dates, which is left out.',
    ENUM_UNKNOWN: 'Uses a kind of survey, index, scale or alert that this version does not know.',
    FOLDER_DUPLICATE: 'The folder appears in several places; it is counted once.',
    SURVEY_DUPLICATE: 'The survey appears in several folders; it is counted once.',
    CHILD_MISSING:
      'The report of this folder could not be created in time; its figures are missing here.',
    REPORT_DAMAGED: 'The stored report of this folder is damaged and must be created again.',
    SIGNALS_MISSING:
      'The report of this folder was created by an earlier version, so its surveys have no verdicts.',
    CLOCK_DIFFERS:
      'The clock of the program that made this report and that of the reporting API differed by more than 15 minutes.',
    other: 'the answer of the reporting API could not be used',
  },
  missingParts: {
    survey: (why: string) => `The survey is missing: ${why}.`,
    followUps: (why: string) => `The follow-ups are missing: ${why}.`,
    alerts: (why: string) => `The alerts of this folder are missing: ${why}.`,
  },
  entriesMissing:
    'Some surveys or folders here are missing: the reporting API did not describe them correctly.',
  missingRetried: 'Missing data will be requested again at the next run.',
  hiddenMarks: (n: string, plural: Plural) =>
    `${n} invisible ${pluralForm(plural, 'character', 'characters')} of names, which could have misled a reader, ${pluralForm(plural, 'is', 'are')} left out here; the JSON has ${pluralForm(plural, 'it', 'them')}.`,
  undisplayable: (n: string, plural: Plural) =>
    `${n} ${pluralForm(plural, 'character', 'characters')} of names could not be shown and ${pluralForm(plural, 'appears', 'appear')} as ${pluralForm(plural, 'a box', 'boxes')}.`,
  revisionChanges: (revision: string, asOf: string, before: string, after: string) =>
    `This revision replaces revision ${revision} (data as of ${asOf}). Responses before ${before}, now ${after}.`,

  // method
  method: 'How these figures are calculated',
  methodTerms: {
    uncertainty: '± and verdicts',
    pooling: 'Pooling',
    ranking: 'Order of places and hours',
    counting: 'What is counted',
    week: 'The week',
  },
  methodIndexes: {
    HAPPY:
      'Each button counts from 0 (worst) to 100 (best) in equal steps; the index is the mean of all responses.',
    AVERAGE:
      'The buttons count 1, 2, 3 and so on from the worst; the index is the mean of all responses.',
    NPS: 'The share of the best button minus the share of all buttons below the two best, from −100 to +100.',
  },
  methodPooling:
    'Responses are added up and the index is calculated from the totals; indexes are never averaged. Different kinds of index or scale are kept separate.',
  methodRanking:
    'Small samples are pulled towards the mean before ordering, so that three lucky presses don’t win; each row shows its own figures.',
  methodCounting:
    'The reporting API excludes presses in quick succession on one device from these responses. Pain points, highlights and alerts are counted without that filter and are not a share of the responses.',
  methodWeek:
    'Every survey’s week runs from Monday 00:00 to the next Monday 00:00 in its own time zone; all hours are local.',
  // alternative texts of charts; items are passed in as one list
  textAlternatives: {
    distribution: (buttons: string) => `Responses from worst to best: ${buttons}.`,
    button: (name: string, count: string, share: string) => `${name} ${count} (${share})`,
    trend: (index: string, weeks: string) => `${index} by week: ${weeks}.`,
    trendCounts: (weeks: string) => `Responses by week: ${weeks}.`,
    days: (index: string, days: string) => `${index} by day: ${days}.`,
    daysCounts: (days: string) => `Responses by day: ${days}.`,
    week: (week: string) => `week ${week}`,
    point: (when: string, index: string, responses: string) => `${when}: ${index} (${responses})`,
    count: (when: string, responses: string) => `${when}: ${responses}`,
    noResponses: (when: string) => `${when}: no responses`,
  },
  signals,
  jsonAttached: 'All figures of this report as JSON',
  surveysWithoutPage: (n: string, plural: Plural) =>
    `${n} more ${pluralForm(plural, 'survey is', 'surveys are')} in the JSON only`,
  weekBounds: (zone: string, start: string, end: string, hours: string) =>
    `${zone}: ${start} to ${end}, ${hours}.`,
};
