// Texts and links of messages to chats. Names come from outside: they may contain line breaks, halves of characters, and
// what a chat would read as markup.
import { shorten } from '../../i18n/clean-text.ts';

/** The most UTF-16 units of each text, so that every block stays below Slack's 3,000 characters for a section. */
export const LIMITS = {
  name: 150,
  reason: 240,
  sentence: 400,
  names: 2400,
} as const;

/** One line of at most `limit` UTF-16 units; never empty, since both chats refuse empty texts. */
export function chatText(text: string, limit: number): string {
  const line = shorten(text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), limit);
  return line === '' ? '–' : line;
}

/** Null for any other URL: readers on other machines could not open it. */
export function httpsLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  return url?.protocol === 'https:' && url.href.length <= MAX_LINK_LENGTH ? url.href : null;
}

/** Limits of Slack and Teams; links of reports have a few hundred characters. */
const MAX_LINK_LENGTH = 2000;
