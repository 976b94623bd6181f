// English texts that the server sends itself: messages about reports, and the pages for readers without an account. Plain
// text, no markup.
// Numbers, weeks, days and names are passed in formatted; where the grammar depends on a number, its plural category too.

import type { Plural } from '../formats.ts';
import { pluralForm } from '../formats.ts';

type TitleAndSentence = readonly [title: string, sentence: string];

type LinkPageTexts = Readonly<
  Record<string, string | TitleAndSentence | ((folder: string, address: string) => string)>
>;

export type ServerTexts = typeof en;

export const en = {
  // the subject: the place, what was found, the week, and what the reader must know of the report
  subject: (place: string, finding: string, week: string) => `${place}: ${finding} · week ${week}`,
  placeIn: (place: string, above: string) => `${place}, ${above}`,
  ofQuestion: (finding: string, question: string) => `${finding} (${question})`,
  dataMissing: 'data missing',
  nowComplete: 'now complete',

  /** What was found at a place, after its name and a colon. */
  findings: {
    lowestSince: (week: string) => `lowest since week ${week}`,
    lowestOfWeeks: (weeks: string, plural: Plural) =>
      `lowest in ${weeks} ${pluralForm(plural, 'week', 'weeks')}`,
    below: 'below usual',
    belowSince: (week: string) => `below usual since week ${week}`,
    downSince: (week: string) => `lower since week ${week}`,
    highestSince: (week: string) => `highest since week ${week}`,
    highestOfWeeks: (weeks: string, plural: Plural) =>
      `highest in ${weeks} ${pluralForm(plural, 'week', 'weeks')}`,
    above: 'above usual',
    aboveSince: (week: string) => `above usual since week ${week}`,
    upSince: (week: string) => `higher since week ${week}`,
    backToEarlier: 'back to the earlier level',
    asLowUntil: (week: string) => `as low as until week ${week}`,
    usual: 'as usual',
    nothingUrgent: 'nothing needs attention',
    tooFewWeeks: 'too few weeks to say what is usual',
    inAlarm: (duration: string) => `in alarm for ${duration}`,
    noResponses: 'no responses',
    silentSince: (day: string) => `no responses since ${day}`,
    silentOn: (day: string) => `no responses on ${day}`,
    silentDays: (days: string, plural: Plural) =>
      `no responses for ${days} ${pluralForm(plural, 'day', 'days')}`,
    volumeLow: 'few responses',
    standingLow: 'far below the other places',
  },

  // the message
  /** `place` is the most severe one of `n`. */
  attention: (n: string, plural: Plural, place: string, finding: string) =>
    pluralForm(
      plural,
      `${n} place needs attention. ${place}: ${finding}.`,
      `${n} places need attention. First, ${place}: ${finding}.`,
    ),
  morePlaces: (n: string, plural: Plural) =>
    `and ${n} more ${pluralForm(plural, 'place', 'places')}`,
  /** More than the parts that are listed. */
  moreMissing: (n: string, plural: Plural) =>
    `${n} more ${pluralForm(plural, 'part is', 'parts are')} missing.`,
  updateFollows:
    'The missing data will be requested again. If the verdict changes, you will get one more message.',
  update: 'The report is now complete; the previous message covered only part of the data.',
  alerts: (n: string, plural: Plural, open: string) =>
    `${n} ${pluralForm(plural, 'alert', 'alerts')}, ${open} still open`,
  openReport: 'Open the report',
  seePage: 'See it on the page',

  // why the reader gets the message
  sentTo: (folder: string, address: string) =>
    `You are receiving this message because ${address} is subscribed to the weekly feedback report for ${folder}.`,
  sentHere: (folder: string) =>
    `This channel is subscribed to the weekly feedback report for ${folder}.`,
  unsubscribe: 'Unsubscribe',
  /** Where there is no link to unsubscribe. */
  askToStop: 'To stop these messages, ask your report administrator.',

  // the message that asks for a confirmation
  confirmSubject: (folder: string) => `Please confirm: weekly feedback report for ${folder}`,
  confirmRequest: (folder: string, address: string) =>
    `Someone asked for the weekly feedback report for ${folder} to be sent to ${address}.`,
  confirmStart: 'Nothing is sent before you confirm.',
  confirmLink: 'Confirm',
  confirmNote: 'If you did not request this, ignore this message; no reports will be sent.',

  /** `folder` is a name and `address` a masked mail address, both isolated in their own direction. */
  pages: {
    confirmTitle: 'Get this report every week?',
    confirmSentence: (folder, address) =>
      `The weekly feedback report for ${folder} will be sent to ${address}.`,
    confirmButton: 'Yes, send it',
    confirmed: [
      'The subscription is confirmed',
      'You will receive the next report by email. Every message has a link to unsubscribe.',
    ],
    unsubscribeTitle: 'Stop getting this report?',
    unsubscribeSentence: (folder, address) =>
      `The weekly feedback report for ${folder} will no longer be sent to ${address}.`,
    unsubscribed: [
      'You have unsubscribed',
      'You will no longer receive this report. Your other subscriptions are unchanged.',
    ],
    /** The same for every reason why a link is not valid. */
    invalid: [
      'This link does not work',
      'It is incomplete, or the subscription no longer exists. Check that you copied the whole link.',
    ],
    /** A failure of the service, which may be temporary. */
    unavailable: [
      'This is not possible right now',
      'The problem is on our side, and nothing was changed. Please try again in a few minutes.',
    ],
  } satisfies LinkPageTexts,

  /** The page for a link that opens no report. */
  sharedLink: {
    /** A generic name: a reader with an invalid link must not learn the name of the company. */
    product: 'Feedback reports',
    invalid: [
      'This link does not work',
      'It is not one of our links, or part of it is missing. Check that you copied the whole link.',
    ],
    expired: ['This link has expired', 'It was valid for a limited time only.'],
    revoked: ['This link was revoked', 'The person who shared the report has revoked the link.'],
    gone: [
      'This report was removed',
      'The link is correct, but the report is no longer available.',
    ],
    /** A failure of the service, which may be temporary. */
    unavailable: [
      'The report cannot be opened right now',
      'The problem is on our side. Please try again in a few minutes.',
    ],
    /** Advice where a new link would help. */
    newLink: 'Ask the person who sent it for a new link.',
    /** Advice where the report itself no longer exists. */
    copy: 'Ask the person who sent it whether they have a copy.',
  } satisfies LinkPageTexts,

  /** Shown by browsers that run no scripts. */
  noScript: 'Viewing the reports requires JavaScript. Please enable it for this site.',
};
