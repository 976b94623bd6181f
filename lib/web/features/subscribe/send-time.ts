// When a subscription sends its messages, as readers see it, and the time zone that a new one starts with.
import { dateOf, dayOf, weekdayOf } from '../../../domain/calendar.ts';
import type { SubscriptionBody } from '../../../http/subscription-responses.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { FolderIndex } from '../folders/folder-index.ts';

type WeeklyTime = Exclude<SubscriptionBody['when'], 'ready'>;

/** The local date of the next message, 'YYYY-MM-DD'. A message that is due in the minute of `now` counts as sent. */
export function nextSendDate({ weekday, time, timeZone }: WeeklyTime, now: number): string {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now);
  const [today = '', timeNow = ''] = local.split(' ');
  const day = dayOf(today);
  const days = (weekday - weekdayOf(day) + 7) % 7;
  return dateOf(days === 0 && timeNow >= time ? day + 7 : day + days);
}

/** 'Monday 30 November at 08:00', in the time zone of the subscription. */
export function sendTimeText(date: string, time: string, { locale }: Formats): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(Date.parse(`${date}T${time}Z`));
}

/** 'Monday 08:00 (Europe/Helsinki)'. */
export function weeklyTimeText({ weekday, time, timeZone }: WeeklyTime, formats: Formats): string {
  return `${formats.weekday(weekday)} ${time} (${timeZone})`;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** All time zones that the browser knows, after the suggested ones. */
export function timeZoneChoices(suggested: readonly string[]): readonly string[] {
  const valid = suggested.filter(isTimeZone);
  return [...new Set([...valid, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** Time zone of the first survey at or below the folder in the order of the tree, as the API takes by default; UTC without one. */
export function surveyTimeZone(folderIndex: FolderIndex, folder: number): string {
  const [survey] = folderIndex.folders
    .filter(({ key }) => folderIndex.path(key).some((ancestor) => ancestor.key === folder))
    .flatMap(({ surveys }) => surveys);
  return survey !== undefined && isTimeZone(survey.timeZone) ? survey.timeZone : 'UTC';
}
