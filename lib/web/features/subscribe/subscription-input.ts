// What a person enters to subscribe, and its check before it is sent.
import type { Language } from '../../../i18n/messages.ts';
import { languageOf } from '../../../i18n/messages.ts';
import { leftToRight } from '../../../i18n/text-direction.ts';
import type { PageLocalization } from '../../page-localization.ts';
import type { Channel } from './subscription-texts.ts';
import type { SubscriptionRequest } from '../../api/subscriptions-client.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { isTimeZone } from './send-time.ts';

export interface SubscriptionInput {
  readonly channel: Channel;
  readonly address: string;
  readonly language: Language;
  /** As soon as the report is ready, rather than at the time. */
  readonly whenReady: boolean;
  /** 1 = Monday. */
  readonly weekday: number;
  /** 'HH:MM'; '' when it was cleared. */
  readonly time: string;
  readonly timeZone: string;
  readonly onlySignals: boolean;
  readonly attachPdf: boolean;
}

type InputField = 'channel' | 'address' | 'time' | 'timeZone';
/** Keys of the page's texts. */
type InputProblem =
  | 'addressMissing'
  | 'mailInvalid'
  | 'urlInvalid'
  | 'addressRefused'
  | 'domainRefused'
  | 'channelDisabled'
  | 'timeInvalid'
  | 'zoneInvalid';
export type InputProblems = Readonly<Partial<Record<InputField, InputProblem>>>;

/** Monday at 08:00, every week, with the PDF. */
export function defaultInput(
  language: Language,
  timeZone: string,
  channel: Channel = 'mail',
): SubscriptionInput {
  return {
    channel,
    address: '',
    language,
    whenReady: false,
    weekday: 1,
    time: '08:00',
    timeZone,
    onlySignals: false,
    attachPdf: true,
  };
}

export function inputOf(
  subscription: Pick<
    SubscriptionRequest,
    'channel' | 'address' | 'locale' | 'when' | 'only' | 'attach'
  >,
  timeZone: string,
): SubscriptionInput {
  const { channel, address, locale, when, only, attach } = subscription;
  return {
    ...defaultInput(languageOf(locale) ?? 'en', timeZone),
    ...(when === 'ready' ? { whenReady: true } : when),
    channel,
    address,
    onlySignals: only === 'signals',
    attachPdf: attach === 'pdf',
  };
}

/** Empty when everything can be sent. */
export function checkInput(input: SubscriptionInput): InputProblems {
  const address = checkAddress(input);
  return {
    ...(address === null ? {} : { address }),
    ...checkTime(input),
  };
}

function checkAddress({ channel, address }: SubscriptionInput): InputProblem | null {
  const text = address.trim();
  if (text === '') return 'addressMissing';
  if (channel === 'mail') return MAIL_ADDRESS.test(text) ? null : 'mailInvalid';
  return isHttpsUrl(text) ? null : 'urlInvalid';
}

/** Only finds mistakes in typing: the server decides, and the address is confirmed by its owner. */
const MAIL_ADDRESS =
  /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\.]+(?:\.[^\s@<>,;:"()[\]\\.]+)+$/;

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** Empty where the time is not used. */
export function checkTime({ whenReady, time, timeZone }: SubscriptionInput): InputProblems {
  if (whenReady) return {};
  return {
    ...(/^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? {} : { time: 'timeInvalid' }),
    ...(isTimeZone(timeZone) ? {} : { timeZone: 'zoneInvalid' }),
  };
}

/** The settings that can be changed later. */
export function settingsOf(
  input: SubscriptionInput,
): Pick<SubscriptionRequest, 'locale' | 'when' | 'only' | 'attach'> {
  const { channel, language, whenReady, weekday, time, timeZone, onlySignals, attachPdf } = input;
  return {
    locale: language,
    when: whenReady ? 'ready' : { weekday, time, timeZone },
    only: onlySignals ? 'signals' : 'always',
    attach: channel === 'mail' && attachPdf ? 'pdf' : 'none',
  };
}

export function newSubscription(folder: number, input: SubscriptionInput): SubscriptionRequest {
  return {
    folder,
    channel: input.channel,
    address: input.address.trim(),
    ...settingsOf(input),
  };
}

/** The field that the server's answer is about; null when it is about none. */
export function problemsOfAnswer({ code, facts }: ApiError): InputProblems | null {
  switch (code) {
    case 'SUBSCRIPTION_INVALID':
      return problemOf(
        facts['at'],
        facts['reason'] === 'domain' ? 'domainRefused' : 'addressRefused',
      );
    case 'FIELD_INVALID':
      // The detail starts with the name of the field: "address must be …".
      return problemOf(String(facts['detail']).split(' ')[0], 'addressRefused');
    default:
      return null;
  }
}

function problemOf(field: unknown, addressProblem: InputProblem): InputProblems | null {
  switch (field) {
    case 'channel':
      return { channel: 'channelDisabled' };
    case 'address':
      return { address: addressProblem };
    case 'time':
      return { time: 'timeInvalid' };
    case 'timeZone':
      return { timeZone: 'zoneInvalid' };
    default:
      return null;
  }
}

const EXAMPLE_ADDRESS = 'anna@example.com';
const ADDRESS_START = 'https://';

export function problemText(
  problem: InputProblem,
  { page, direction }: Pick<PageLocalization, 'page' | 'direction'>,
): string {
  const words = page.subscribe.problems;
  switch (problem) {
    case 'mailInvalid':
      return words.mailInvalid({ address: leftToRight(EXAMPLE_ADDRESS, direction) });
    case 'urlInvalid':
      return words.urlInvalid({ start: leftToRight(ADDRESS_START, direction) });
    default:
      return words[problem];
  }
}
