// What callers may send about subscriptions and deliveries.
import { z } from '@hono/zod-openapi';
import { isKnownZone } from '../domain/calendar.ts';
import { hasTranslation, LANGUAGES } from '../i18n/messages.ts';
import type { SubscriptionChannel } from '../ports/subscriptions.ts';
import { SUBSCRIPTION_CHANNELS } from '../ports/subscriptions.ts';
import { isInternationalMailAddress } from '../shared/mail-address.ts';
import { parsePublicAddress } from '../shared/safe-url.ts';
import { folderKey, folderParameter, requestBody, weekParameter } from './request-schemas.ts';

const quoted = (values: readonly string[]): string =>
  values.map((value) => `"${value}"`).join(', ');
const CHANNEL_INVALID = `channel must be one of ${quoted(SUBSCRIPTION_CHANNELS)}.`;
const MAIL_INVALID = 'address must be a mail address such as anna@example.com.';
const ADDRESS_INVALID = 'address must be a mail address or an https URL.';
const LOCALE_INVALID = `locale must be one of ${quoted(LANGUAGES)}, with or without a region such as "en-GB".`;
const WHEN_INVALID = 'when must be "ready", or an object with weekday, time and timeZone.';
const WHEN_UNKNOWN_FIELD = 'Only weekday, time, timeZone can be given in when.';
const WEEKDAY_INVALID = 'weekday must be from 1 for Monday to 7 for Sunday.';
const TIME_INVALID = 'time must have hours and minutes such as "08:00".';
const ZONE_INVALID = 'timeZone must be an IANA time zone such as "Europe/Helsinki".';
const ONLY_INVALID = 'only must be "always" or "signals".';
const ATTACH_INVALID = 'attach must be "pdf" or "none".';
const STATE_INVALID = 'state must be "active" or "paused".';
const MINE_INVALID = 'mine must be true or false.';

/** Longer than those of any known service. */
const MAX_URL_LENGTH = 2000;
const MAX_ZONE_LENGTH = 64;

/** The problem of an address; null when it is valid. */
function addressProblem(channel: SubscriptionChannel, address: string): string | null {
  if (channel === 'mail') {
    return isInternationalMailAddress(address) ? null : MAIL_INVALID;
  }
  const addressResult = parsePublicAddress(address);
  return addressResult.ok ? null : `address ${addressResult.problem}.`;
}

const sendTime = z.strictObject(
  {
    weekday: z
      .int({ error: WEEKDAY_INVALID })
      .min(1, { error: WEEKDAY_INVALID })
      .max(7, { error: WEEKDAY_INVALID }),
    time: z
      .string({ error: TIME_INVALID })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_INVALID }),
    timeZone: z
      .string({ error: ZONE_INVALID })
      .max(MAX_ZONE_LENGTH, { error: ZONE_INVALID, abort: true })
      .refine(isKnownZone, { error: ZONE_INVALID }),
  },
  {
    error: ({ code }) => (code === 'unrecognized_keys' ? WHEN_UNKNOWN_FIELD : WHEN_INVALID),
  },
);

/** A union's own message says nothing of the fields: the first problem of the object does. */
const whenSchema = z.union([z.literal('ready'), sendTime], {
  error: (issue) => issue.errors[1]?.[0]?.message,
});

const settings = {
  locale: z
    .string({ error: LOCALE_INVALID })
    .regex(/^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
      error: LOCALE_INVALID,
      abort: true,
    })
    .refine(hasTranslation, { error: LOCALE_INVALID })
    .openapi({ examples: ['en-GB'] }),
  when: whenSchema.openapi({
    description:
      'A time of each week, at which the message comes if the report is there by then and as soon as it is otherwise; or "ready" for as soon as the report is stored.',
  }),
  only: z.enum(['always', 'signals'], { error: ONLY_INVALID }).openapi({
    description:
      'Signals: only in weeks in which something needs attention or got better, or data are missing.',
  }),
  attach: z.enum(['pdf', 'none'], { error: ATTACH_INVALID }).openapi({
    description: 'Only mail has an attachment.',
  }),
};

export const subscriptionRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  channel: z.enum(SUBSCRIPTION_CHANNELS, { error: CHANNEL_INVALID }),
  address: z
    .string({ error: ADDRESS_INVALID })
    .max(MAX_URL_LENGTH, { error: ADDRESS_INVALID })
    .openapi({ description: 'A mail address; of another channel an https URL.' }),
  locale: settings.locale.optional().openapi({ description: 'Default: that of the deployment.' }),
  when: settings.when.optional().openapi({
    description: 'Default: Mondays at 08:00 in the time zone of the folder’s first survey.',
  }),
  only: settings.only.default('always'),
  attach: settings.attach.optional().openapi({ description: 'Default: pdf for mail, else none.' }),
})
  .check(({ value: { channel, address }, issues }) => {
    const message = addressProblem(channel, address);
    if (message !== null) issues.push({ code: 'custom', path: ['address'], message, input: null });
  })
  .openapi('SubscriptionRequest', { description: 'What to send, where and when.' });

export const accessRequestSchema = requestBody({
  address: z
    .string({ error: MAIL_INVALID })
    .max(MAX_URL_LENGTH, { error: MAIL_INVALID, abort: true })
    .refine(isInternationalMailAddress, { error: MAIL_INVALID })
    .openapi({ description: 'The mail address of a subscription.' }),
}).openapi('AccessRequest', { description: 'Who needs new access links.' });

export const subscriptionChangesSchema = requestBody({
  locale: settings.locale.exactOptional(),
  when: settings.when.exactOptional(),
  only: settings.only.exactOptional(),
  attach: settings.attach.exactOptional(),
  state: z
    .enum(['active', 'paused'], { error: STATE_INVALID })
    .exactOptional()
    .openapi({ description: 'Only of a subscription that is active or paused.' }),
}).openapi('SubscriptionChanges', { description: 'What is not given stays as it is.' });

export const subscriptionListQuery = z.strictObject({
  folder: folderParameter('Only subscriptions of this folder.').optional(),
  mine: z
    .enum(['true', 'false'], { error: MINE_INVALID })
    .transform((text) => text === 'true')
    .optional()
    .openapi({
      type: 'boolean',
      param: { description: 'True: only those that the caller has created.' },
    }),
});

export const subscriptionParams = z.object({
  id: z.string().openapi({ param: { description: 'The id of a subscription.' } }),
});

export const deliveryListQuery = z.strictObject({
  week: weekParameter('The week of the reports.'),
});

export const deliveryParams = z.object({
  week: weekParameter('The week of the report.'),
  id: z.string().openapi({ param: { description: 'The id of a subscription.' } }),
});
