// `subscribe`: creates a subscription to the reports of a folder.
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { isKnownZone } from '../../../lib/domain/calendar.ts';
import { toSubscriptionBody } from '../../../lib/http/subscription-bodies.ts';
import { hasTranslation, LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { SendTime, SubscriptionChannel } from '../../../lib/ports/subscriptions.ts';
import { SUBSCRIPTION_CHANNELS } from '../../../lib/ports/subscriptions.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { findNewestManifest } from '../../../lib/reports/week-folders.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { isInternationalMailAddress } from '../../../lib/shared/mail-address.ts';
import { parseSafeAddress } from '../../../lib/shared/safe-url.ts';
import type { ParsedArguments } from '../arguments.ts';
import { readFolder, STORE_OPTION } from '../report-options.ts';
import { EXIT } from '../terminal.ts';
import { createDeliveryCommand } from './delivery-command.ts';
import { formatWhen, WEEKDAYS } from './subscriptions.ts';

export const subscribeCommand = createDeliveryCommand({
  name: 'subscribe',
  syntax: {
    usage: 'feedback-reports subscribe --folder KEY --to ADDRESS [options]',
    summary:
      'Sends the reports of a folder every week by mail, to Slack, to Teams or to a webhook.',
    options: {
      folder: { value: 'KEY', help: 'the folder whose reports are sent' },
      to: { value: 'ADDRESS', help: 'a mail address; of another channel the https URL' },
      channel: { value: 'NAME', help: `${SUBSCRIPTION_CHANNELS.join(', ')}; default: mail` },
      language: { value: 'TAG', help: `${LANGUAGES.join(', ')}; default: REPORTS_LOCALE` },
      at: { value: '"Mon 08:00"', help: 'day and time; default: as soon as the report is stored' },
      zone: { value: 'ZONE', help: 'time zone of --at, e.g. Europe/Helsinki; default: UTC' },
      only: {
        value: 'signals',
        help: 'only in weeks in which something needs attention, got better or is missing',
      },
      attach: { value: 'none', help: 'without the PDF, which mails have otherwise' },
      confirm: {
        value: null,
        help: 'send nothing until the owner of the mail address has confirmed by a link',
      },
      store: STORE_OPTION,
      json: { value: null, help: 'print the subscription as one line of JSON' },
    },
    notes: `The folder must have a stored report. Folder, channel and address identify one subscription; an existing one is not
changed. For a report store on this machine, serve, report and start send what is due; on AWS the planner does. The key that signs
the messages to a webhook is printed when the subscription is created.

Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration.`,
  },
  readOptions: (args, { config }, problems) => {
    const isConfirmed = !args.switches.has('confirm');
    const settings = readSettings(args, config, problems);
    if (!isConfirmed && settings.channel !== 'mail') {
      problems.push({ name: '--confirm', problem: 'is for mail only' });
    } else if (!isConfirmed && config.mail === null) {
      problems.push({ name: '--confirm', problem: 'needs REPORTS_MAIL' });
    }
    return { settings, isConfirmed };
  },
  run: async ({ context, jobs }, { settings, isConfirmed }, { humanOutput, printJson, io }) => {
    const manifest = await findNewestManifest(context.repository, settings.folder);
    if (manifest === null) {
      throw new Failure('REPORT_NOT_FOUND', { folder: settings.folder, week: 'latest' });
    }
    const options = { isConfirmed };
    const created = await createSubscription(context, WHOLE_COMPANY, settings, options);
    const { subscription, isNew } = created;
    const { id, state, folder } = subscription;
    const signingKey = isNew ? (subscription.signingKeys?.[0]?.key ?? null) : null;
    for (const job of jobs) {
      const { state: sent, reason } = await processDelivery(context, job);
      if (sent === 'confirmationSent') continue;
      io.stderr.write(`The confirmation was not sent (${reason ?? sent}).\n`);
      return EXIT.failed;
    }
    printJson({ ...toSubscriptionBody(subscription, WHOLE_COMPANY, null), signingKey });
    humanOutput.write(
      `${isNew ? 'Subscription' : 'There is already subscription'} ${id}, ${state}: `,
    );
    humanOutput.write(`the reports of folder ${folder}, ${formatWhen(subscription.when)}.\n`);
    if (state === 'pending') humanOutput.write('A message with a link to confirm was sent.\n');
    if (signingKey !== null) humanOutput.write(`Signing key: ${signingKey}\n`);
    return EXIT.done;
  },
});

function readSettings(
  args: ParsedArguments,
  { locale: defaultLocale }: Pick<Config, 'locale'>,
  problems: ConfigProblem[],
): NewSubscription {
  const read = (name: string, absent = ''): string => args.values.get(name) ?? absent;
  const reject = (name: string, problem: string): void => {
    // An option without its value is already among the problems of the arguments.
    if (args.values.get(name) !== '') problems.push({ name: `--${name}`, problem });
  };
  const folder = readFolder(args, problems);
  if (folder === null && !args.values.has('folder')) reject('folder', 'is required');
  const channel = SUBSCRIPTION_CHANNELS.find((name) => name === read('channel', 'mail'));
  if (channel === undefined) {
    reject('channel', `must be one of ${SUBSCRIPTION_CHANNELS.join(', ')}`);
  }
  const address = read('to');
  const addressProblem = findAddressProblem(channel ?? 'mail', address);
  if (addressProblem !== null) reject('to', addressProblem);
  const fallback = hasTranslation(defaultLocale) ? defaultLocale : 'en';
  const locale = read('language', fallback);
  if (!hasTranslation(locale)) reject('language', `must be one of ${LANGUAGES.join(', ')}`);
  if (!['', 'signals'].includes(read('only'))) reject('only', 'must be signals');
  if (!['', 'none'].includes(read('attach'))) reject('attach', 'must be none');
  return {
    folder: folder ?? 0,
    channel: channel ?? 'mail',
    address,
    locale,
    when: readWhen(args, reject),
    only: read('only') === 'signals' ? 'signals' : 'always',
    attach: channel === 'mail' && read('attach') !== 'none' ? 'pdf' : 'none',
  };
}

function findAddressProblem(channel: SubscriptionChannel, address: string): string | null {
  if (address === '') return 'is required';
  if (channel === 'mail') {
    return isInternationalMailAddress(address)
      ? null
      : 'must be a mail address; for a URL, add --channel';
  }
  const addressResult = parseSafeAddress(address);
  return addressResult.ok ? null : addressResult.problem;
}

function readWhen(
  { values }: ParsedArguments,
  reject: (name: string, problem: string) => void,
): SendTime | 'ready' {
  const timeZone = values.get('zone') ?? 'UTC';
  if (!isKnownZone(timeZone)) reject('zone', 'must be a time zone such as Europe/Helsinki');
  const at = values.get('at');
  if (at === undefined) {
    if (values.has('zone')) reject('zone', 'needs --at');
    return 'ready';
  }
  const [, day = '', time = ''] = /^(\w{3})\w* (([01]\d|2[0-3]):[0-5]\d)$/.exec(at) ?? [];
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === day.toLowerCase()) + 1;
  if (weekday === 0) reject('at', 'must be a day and a time such as "Mon 08:00"');
  return { weekday, time, timeZone };
}
