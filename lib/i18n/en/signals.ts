// English texts of verdicts, the attention list and other signals; part of the report's texts.
// Numbers, weeks, days and ranges are passed in formatted; where the grammar depends on a number, its plural category too.

import type { Plural } from '../formats.ts';
import { pluralForm } from '../formats.ts';

export const signals = {
  // verdicts
  /** Labels in tables and lists. */
  verdicts: {
    better: 'Better',
    worse: 'Worse',
    usual: 'As usual',
    new: 'Too few weeks',
    tooFew: 'Too few responses',
  },
  verdictSince: (verdict: string, week: string) => `${verdict} since week ${week}`,
  range: (lower: string, upper: string) => `${lower}–${upper}`,
  /** Between numbers of which one has a sign. */
  signedRange: (lower: string, upper: string) => `${lower} to ${upper}`,
  /** In place of a range that would contain the value as it is printed. */
  about: (usual: string) => `about ${usual}`,
  usualRange: (range: string) => `usually ${range}`,

  // the finding: the headline of a survey or group; `usual` is a range, or a number with `about`
  lowestSince: (value: string, usual: string, week: string) =>
    `Lowest since week ${week}: ${value}, usually ${usual}.`,
  highestSince: (value: string, usual: string, week: string) =>
    `Highest since week ${week}: ${value}, usually ${usual}.`,
  lowestOfWeeks: (value: string, usual: string, weeks: string, plural: Plural) =>
    `Lowest in ${weeks} ${pluralForm(plural, 'week', 'weeks')}: ${value}, usually ${usual}.`,
  highestOfWeeks: (value: string, usual: string, weeks: string, plural: Plural) =>
    `Highest in ${weeks} ${pluralForm(plural, 'week', 'weeks')}: ${value}, usually ${usual}.`,
  below: (value: string, usual: string) => `${value}. Below usual (${usual}).`,
  above: (value: string, usual: string) => `${value}. Above usual (${usual}).`,
  belowSince: (value: string, usual: string, week: string) =>
    `${value}. Below usual (${usual}) since week ${week}.`,
  aboveSince: (value: string, usual: string, week: string) =>
    `${value}. Above usual (${usual}) since week ${week}.`,
  downSince: (value: string, earlier: string, week: string) =>
    `${value}. Down from ${earlier} since week ${week}.`,
  upSince: (value: string, earlier: string, week: string) =>
    `${value}. Up from ${earlier} since week ${week}.`,
  /** The level changed, but this week is nearer to the earlier one. */
  levelDown: (value: string, earlier: string, usual: string, week: string) =>
    `${value}. The usual level fell from ${earlier} to ${usual} in week ${week}.`,
  levelUp: (value: string, earlier: string, usual: string, week: string) =>
    `${value}. The usual level rose from ${earlier} to ${usual} in week ${week}.`,
  backToEarlier: (value: string, earlier: string, usual: string) =>
    `${value}. Back to the earlier level of ${earlier}, after several weeks at ${usual}.`,
  asUsual: (value: string, range: string) => `${value}, as usual (${range}).`,
  /** All usual weeks have the same value. */
  alwaysTheSame: (value: string) => `${value}, as usual.`,
  tooFew: (responses: string) => `Too few responses to tell: ${responses}.`,
  tooFewWeeks: (value: string) => `${value}. Too few earlier weeks to say what is usual.`,
  /** A report of an earlier version, which has no verdict. */
  indexOnly: (index: string, value: string) => `${index} ${value}.`,

  // silence and volume; `perDay` are responses
  silence: {
    since: (day: string, perDay: string) =>
      `No responses since ${day} (usually ${perDay} a day): check the device`,
    allWeek: (perDay: string) =>
      `No responses all week (usually ${perDay} a day): check the device`,
    day: (day: string, perDay: string) => `No responses on ${day} (usually ${perDay})`,
    days: (from: string, days: string, plural: Plural, perDay: string) =>
      `No responses for ${days} ${pluralForm(plural, 'day', 'days')} from ${from} (usually ${perDay} a day)`,
  },
  asSentence: (text: string) => `${text}.`,
  volumeLow: (responses: string, usual: string) => `Few responses: ${responses}, usually ${usual}.`,
  volumeHigh: (responses: string, usual: string) =>
    `Many responses: ${responses}, usually ${usual}.`,

  // the attention list
  attention: 'Needs attention',
  improved: 'Better than usual',
  allAsUsual: (n: string, plural: Plural) =>
    plural === 'one' ? 'The only place is as usual.' : `All ${n} places as usual.`,
  /** No verdict is possible for the others: too few responses, or too few earlier weeks. */
  nothingToReport: (usual: string, all: string) =>
    `Nothing needs attention. As usual: ${usual} of ${all} places; the rest have too few responses or weeks to tell.`,
  /** The others are better, not worse beyond chance, or without a verdict. */
  nothingWorse: (usual: string, all: string) =>
    `Nothing needs attention. As usual: ${usual} of ${all} places; no other place is clearly worse.`,
  /** A partial report never says that all is well. */
  nothingInWhatWasRead: (unread: string, plural: Plural) =>
    `Nothing needs attention in what was read. Not read: ${unread} ${pluralForm(plural, 'place', 'places')}.`,
  noVerdicts: 'No place has enough responses and weeks to tell.',
  moreAttention: (n: string, plural: Plural) =>
    `${n} more ${pluralForm(plural, 'place is', 'places are')} not shown here; see ${pluralForm(plural, 'its own report', 'their own reports')}.`,
  reasons: {
    unusual: (index: string, usual: string) => `${index}, usually ${usual}`,
    worseSince: (index: string, usual: string, week: string) =>
      `${index}, usually ${usual}; low since week ${week}`,
    worseFrom: (index: string, earlier: string, week: string) =>
      `${index}, down from ${earlier} since week ${week}`,
    levelDown: (index: string, earlier: string, usual: string, week: string) =>
      `${index}; usual level down from ${earlier} to ${usual} in week ${week}`,
    betterSince: (index: string, usual: string, week: string) =>
      `${index}, usually ${usual}; high since week ${week}`,
    betterFrom: (index: string, earlier: string, week: string) =>
      `${index}, up from ${earlier} since week ${week}`,
    levelUp: (index: string, earlier: string, usual: string, week: string) =>
      `${index}; usual level up from ${earlier} to ${usual} in week ${week}`,
    backToEarlier: (index: string, earlier: string) =>
      `${index}, back to the earlier level of ${earlier}`,
    asLowUntil: (index: string, usual: string, week: string) =>
      `${index}, down from ${usual}; as low as until week ${week}`,
    inAlarm: (duration: string) => `In alarm for ${duration}`,
    /** `responses` with its noun. */
    volumeLow: (responses: string, usual: string) => `${responses}, usually ${usual}`,
    standingLow: (index: string) => `${index}, far below the other places`,
  },

  // kinds of index, why an index changed, ranking
  indexKinds: 'By kind of index',
  why: {
    title: 'Why the index changed',
    ownResult: 'Its own result',
    share: 'Its share of responses',
    total: 'In total',
    others: 'Other places',
    allPlaces: 'All places together',
    note: 'In points of the index, compared with usual weeks.',
  },
  rankRange: (from: string, to: string) => (from === to ? from : `${from}–${to}`),
  rank: (n: string, ordinal: Plural) =>
    `${n}${{ one: 'st', two: 'nd', few: 'rd', zero: 'th', many: 'th', other: 'th' }[ordinal]}`,
  rankNote: '3rd–9th: the responses don’t show which of these ranks is the true one.',
  funnel: {
    title: 'Index and number of responses',
    note: 'With few responses an index varies more. Places within the funnel don’t clearly differ.',
  },

  // hours and alerts
  clearHours: (difference: string, day: string, from: string, to: string) =>
    `${day} ${from}–${to}: ${difference}`,
  noClearHours: 'No part of the week differs clearly from the rest.',

  // sections of a region's report
  region: {
    reason: 'Reason',
    below: 'Places directly below',
    belowNote: 'For each, its kind of index with the most responses.',
    moreUnread: (n: string, plural: Plural) =>
      `${n} more ${pluralForm(plural, 'place', 'places')} not read`,
    silentWeek: 'No responses this week',
    alertsByPlace: 'Alerts by place',
    open: 'Still open',
    compared: 'Compared',
    farBelow: 'far below',
    farAbove: 'far above',
  },

  // the pages of stores and their charts
  partsOfWeek: 'Parts of the week',
  partsNote: 'Responses in local time.',
  partLegend: {
    below: 'clearly worse',
    none: 'no clear difference',
    above: 'clearly better',
  },

  // charts
  trendNote: 'Line: index. Band: usual range. Bars: responses.',
  trendNoteWithoutRange: 'Line: index. Bars: responses.',
  daysNote: 'Index with its 95% interval.',
  /** Groups of the buttons of an NPS, of which each counts the same. */
  npsGroups: { detractor: 'Detractors', passive: 'Passives', promoter: 'Promoters' },
  chartTextAlternatives: {
    limits: (verdict: string, usual: string, range: string) =>
      `${verdict}; the usual level is ${usual}, the usual range ${range}.`,
    levelChange: (week: string, earlier: string, usual: string) =>
      `The usual level changed in week ${week} from ${earlier} to ${usual}.`,
    pointWithInterval: (when: string, index: string, halfWidth: string, responses: string) =>
      `${when}: ${index} ± ${halfWidth} (${responses})`,
    parts: (parts: string) => `Responses by weekday and part of the day, in local time: ${parts}.`,
    alarm: (direction: string, hours: string, times: string, plural: Plural) =>
      `Alerts about ${direction}: open for ${hours}, ${times} ${pluralForm(plural, 'time', 'times')}.`,
    funnel: (index: string, places: string) => `${index} by number of responses: ${places}.`,
  },

  // the page of a store
  usualResponses: (responses: string, usual: string) => `${responses}, usually ${usual}`,
  surveysCompared: 'Surveys',
  noResponses: 'No responses',
  shareWithInterval: (share: string, lower: string, upper: string) =>
    `${share} (${lower}–${upper})`,
  /** What alerts are about. */
  directions: { bad: 'bad feedback', good: 'good feedback', neutral: 'other' },
  hoursInAlarm: (duration: string, week: string) => `${duration} of ${week}`,
  storeColumns: {
    usual: 'Usual range',
    trend: '13 weeks',
    about: 'About',
    times: 'Times',
    inAlarm: 'In alarm',
    inAlarmOf: (week: string) => `In alarm (of ${week})`,
    longest: 'Longest',
    openSince: 'Open since',
  },

  // method
  methodUsual:
    'Usual is the middle value of the last twelve weeks, or of the weeks since the level last changed. A week is better or worse when it lies outside the range of ordinary weeks with as many responses, when two of three weeks come close to its edge, or when the place has stayed on another level for more than four weeks.',
  methodIntervals:
    '± and intervals cover 95%; hollow points have under 10 responses; parts of the week are coloured when chance alone would rarely make them so different.',

  // what could not be read
  fewOrNoResponses: 'Few or no responses',
  notRead: 'not read',
  /** `plural` is the category of `all`. */
  alertsUnread: (n: string, all: string, plural: Plural) =>
    `unknown for ${n} of ${all} ${pluralForm(plural, 'survey', 'surveys')}`,
  earlierVersion: 'Created by an earlier version: no verdicts.',
};
