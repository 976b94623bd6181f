// Which subscriptions are valid, and their ids.
import { createHash } from 'node:crypto';
import { isKnownZone } from '../domain/calendar.ts';
import { hasTranslation } from '../i18n/messages.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { Failure } from '../shared/failure.ts';
import { isInternetMailAddress, mailDomain } from '../shared/mail-address.ts';
import { parseSafeAddress } from '../shared/safe-url.ts';

/** 100 bits: two addresses never get the same id. */
const HEX_DIGITS = 25;

/** The same for the same folder, channel and address; mail addresses are compared without upper case. */
export function subscriptionId({
  folder,
  ...receiver
}: Pick<Subscription, 'folder' | 'channel' | 'address'>): string {
  return `${folder}-${recipientOf(receiver)}`;
}

/** The part of an id that is the same for all subscriptions of an address. */
export function recipientOf(receiver: Pick<Subscription, 'channel' | 'address'>): string {
  const digits = addressDigest(receiver).slice(0, HEX_DIGITS);
  return BigInt(`0x${digits}`).toString(32).padStart(20, '0');
}

/** `id`: of a subscription. */
export function recipientOfId(id: string): string {
  return id.slice(id.indexOf('-') + 1);
}

/** In lower-case hex. */
function addressDigest({ channel, address }: Pick<Subscription, 'channel' | 'address'>): string {
  const comparedAddress = channel === 'mail' ? address.toLowerCase() : address;
  return createHash('sha256').update(`${channel}\n${comparedAddress}`).digest('hex');
}

/** In lower-case hex; the same for all tagged addresses ("ana+x@example.com") of one mailbox. */
export function mailboxDigest({
  channel,
  address,
}: Pick<Subscription, 'channel' | 'address'>): string {
  const mailbox = channel === 'mail' ? address.replace(/\+.*@/, '@') : address;
  return addressDigest({ channel, address: mailbox });
}

/** The folder of a subscription's id; null for a text that is not an id. */
export function folderOfId(id: string): number | null {
  const folder = Number(/^([1-9]\d{0,15})-[0-9a-v]{20}$/.exec(id)?.[1]);
  return Number.isSafeInteger(folder) ? folder : null;
}

type CheckedSettings = Pick<Subscription, 'channel' | 'address' | 'locale' | 'when' | 'attach'>;

/** Fails with SUBSCRIPTION_INVALID, with the name of the field and never its value. */
export function assertValid(
  { channel, address, locale, when, attach }: CheckedSettings,
  mailDomains: readonly string[],
): void {
  if (channel === 'mail') assertMailAddress(address, mailDomains);
  else if (address.length > MAX_URL_LENGTH || !parseSafeAddress(address).ok) reject('address');
  if (!hasTranslation(locale)) reject('locale');
  if (attach === 'pdf' && channel !== 'mail') reject('attach');
  if (when === 'ready') return;
  if (!isKnownZone(when.timeZone)) reject('timeZone');
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(when.time)) reject('time');
  if (!Number.isInteger(when.weekday) || when.weekday < 1 || when.weekday > 7) reject('weekday');
}

const MAX_URL_LENGTH = 2_000;

function assertMailAddress(address: string, mailDomains: readonly string[]): void {
  if (!isInternetMailAddress(address)) reject('address');
  const isAllowed = mailDomains.length === 0 || mailDomains.includes(mailDomain(address));
  if (!isAllowed) reject('address', 'domain');
}

function reject(at: string, reason = 'invalid'): never {
  throw new Failure('SUBSCRIPTION_INVALID', { at, reason });
}
