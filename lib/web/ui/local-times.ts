// Instants as the reader's own clock shows them, beside UTC: a moment on which something depends is said in both.
import type { Formats } from '../../i18n/formats.ts';

/**
 * 'Monday, 16 November 2026 at 14:00 EET'; null where that is UTC anyway, or for what is no instant.
 * `timeZone`: default: the reader's.
 */
export function localInstant(
  instant: string,
  { locale }: Pick<Formats, 'locale'>,
  timeZone?: string,
): string | null {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return null;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    calendar: 'gregory',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return UTC.includes(format.resolvedOptions().timeZone) ? null : format.format(at);
}

const UTC = ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT'];
