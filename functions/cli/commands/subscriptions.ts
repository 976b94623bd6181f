// `subscriptions`: lists who gets which reports. `unsubscribe`: removes one.
import { confirmationProblem } from '../../../lib/delivery/confirmations.ts';
import {
  listSubscriptions,
  removeSubscription,
  renewSigningKey,
  revokeAccessLinks,
} from '../../../lib/delivery/subscriptions.ts';
import { readStoredSubscriptions } from '../../../lib/delivery/subscription-store.ts';
import { toSubscriptionBody } from '../../../lib/http/subscription-bodies.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readFolder, STORE_OPTION } from '../report-options.ts';
import { PROGRAM, EXIT, formatCount, toSingleLine } from '../terminal.ts';
import { createPlainTable } from '../text-columns.ts';
import { requireId, withIdArgument } from './command.ts';
import { createDeliveryCommand } from './delivery-command.ts';

export const subscriptionsCommand = createDeliveryCommand({
  name: 'subscriptions',
  syntax: {
    usage: 'feedback-reports subscriptions [options]',
    summary: 'Lists who gets which reports. Of a URL it shows the host and the last characters.',
    options: {
      folder: { value: 'KEY', help: 'only those of this folder' },
      'new-signing-key': {
        value: 'ID',
        help: 'replace the key that signs the messages to this webhook; the old one is valid for a day',
      },
      'revoke-access-links': {
        value: 'ID',
        help: 'make the links in the mails of this subscription invalid; later mails have new ones',
      },
      store: STORE_OPTION,
      json: { value: null, help: 'print each subscription as one line of JSON' },
    },
    notes: `pending: its owner has not confirmed it; "not sent": nor got the message with the link. ended: unsubscribed, the address refused messages, or the caller who subscribed may not see the folder any more.

Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration.`,
  },
  readOptions: (args, _settings, problems) => ({
    folder: readFolder(args, problems),
    webhook: args.values.get('new-signing-key') ?? null,
    revoked: args.values.get('revoke-access-links') ?? null,
  }),
  run: async ({ context }, { folder, webhook, revoked }, { humanOutput, printJson, isJson }) => {
    if (revoked !== null) {
      await revokeAccessLinks(context, WHOLE_COMPANY, revoked);
      printJson({ id: revoked, accessLinksRevoked: true });
      humanOutput.write(`The links in earlier mails of ${revoked} are invalid.\n`);
      return EXIT.done;
    }
    if (webhook !== null) {
      const signingKey = await renewSigningKey(context, WHOLE_COMPANY, webhook);
      printJson({ id: webhook, signingKey });
      humanOutput.write(`Signing key: ${signingKey}\n`);
      return EXIT.done;
    }
    const filter = { folder, mine: false };
    const subscriptions = await listSubscriptions(context, WHOLE_COMPANY, filter);
    const head = ['Id', 'Channel', 'Address', 'When', 'Only', 'Language', 'State'];
    const table = createPlainTable(head);
    for (const subscription of subscriptions) {
      const problem = await confirmationProblem(context, subscription);
      const body = toSubscriptionBody(subscription, WHOLE_COMPANY, problem);
      printJson(body);
      const { id, channel, address, when, only, locale, state } = body;
      const reasonText = problem === null ? body.reason : `not sent, ${problem}`;
      const shownState = reasonText === null ? state : `${state}: ${reasonText}`;
      const shownWhen = when === 'ready' ? 'ready' : formatWhen(when);
      table.push([id, channel, toSingleLine(address), shownWhen, only, locale, shownState]);
    }
    if (subscriptions.length > 0 && !isJson) humanOutput.write(`${table.toString()}\n\n`);
    const { damaged } = await readStoredSubscriptions(context, folder);
    const damage =
      damaged === 0
        ? ''
        : `, and ${damaged} that cannot be read and get nothing: verify names them`;
    humanOutput.write(`${formatCount(subscriptions.length, 'subscription')}${damage}.\n`);
    return EXIT.done;
  },
});

const UNSUBSCRIBE: CommandSyntax = {
  usage: 'feedback-reports unsubscribe ID [options]',
  summary: 'Removes a subscription with its address, permanently.',
  options: {
    store: STORE_OPTION,
    json: { value: null, help: 'print the id as one line of JSON' },
  },
  notes: `ID is in the first column of ${PROGRAM} subscriptions.

Exit codes: 0 done · 1 failed, also without such a subscription · 2 invalid arguments or configuration.`,
};

export const unsubscribeCommand = withIdArgument((id) =>
  createDeliveryCommand({
    name: 'unsubscribe',
    syntax: UNSUBSCRIBE,
    readOptions: (_args, _settings, problems) => {
      requireId(id, problems);
    },
    run: async ({ context }, _options, { humanOutput, printJson }) => {
      await removeSubscription(context, WHOLE_COMPANY, id);
      printJson({ id, removed: true });
      humanOutput.write(`Subscription ${id} is removed.\n`);
      return EXIT.done;
    },
  }),
);

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon 08:00 Europe/Helsinki". */
export function formatWhen(when: Subscription['when']): string {
  if (when === 'ready') return 'as soon as they are stored';
  return `${WEEKDAYS[when.weekday - 1] ?? '?'} ${when.time} ${when.timeZone}`;
}
