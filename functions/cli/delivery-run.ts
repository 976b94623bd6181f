// Sends the messages of a week that are due, in the process of a command, and says in a line what became of them.
import type { Config } from '../../lib/composition/config.ts';
import type {
  LocalDeliveries,
  LocalDeliveryParts,
} from '../../lib/composition/local-deliveries.ts';
import { LOCAL_URL, openLocalDeliveries } from '../../lib/composition/local-deliveries.ts';
import type { DeliveryRunResult } from '../../lib/delivery/in-process-deliveries.ts';
import { runDeliveries } from '../../lib/delivery/in-process-deliveries.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import type { SubscriptionChannel } from '../../lib/ports/subscriptions.ts';
import { SUBSCRIPTION_CHANNELS } from '../../lib/ports/subscriptions.ts';
import { withFailureMessage } from './commands/command.ts';
import type { Io, TextOutput } from './terminal.ts';
import { EXIT, formatPath, PROGRAM, toSingleLine } from './terminal.ts';

/** Whether commands send messages: those about reports in a bucket are sent on AWS. */
export function sendsMessages({ store, mail }: Pick<Config, 'store' | 'mail'>): boolean {
  return store.kind === 'file' && mail !== null;
}

/** The links of messages in files open with `npm start` on this machine; others need REPORTS_PUBLIC_URL. */
function withMessageUrl<C extends Pick<Config, 'publicUrl' | 'mail'>>(config: C): C {
  const isLocal = config.mail?.transport.kind === 'file';
  return { ...config, publicUrl: config.publicUrl ?? (isLocal ? LOCAL_URL : null) };
}

export interface DeliveryRunOptions {
  readonly week: Week;
  readonly output: TextOutput;
  /** May add subscriptions before. */
  readonly prepare?: (deliveries: LocalDeliveries) => Promise<void>;
}

/**
 * Does nothing where commands send no messages. Returns the exit code: a `Failure` is printed in one line; a message that
 * was not sent is not a failure of the command, since the next run tries again or the receipt says why not.
 */
export function sendDueMessages(
  config: Config,
  parts: LocalDeliveryParts,
  io: Io,
  { week, output, prepare }: DeliveryRunOptions,
): Promise<number> {
  if (!sendsMessages(config)) return Promise.resolve(EXIT.done);
  return withFailureMessage(io, async () => {
    const results = await runWithDeliveries(config, parts, async (deliveries) => {
      await prepare?.(deliveries);
      return runDeliveries(deliveries, week);
    });
    if (results.length > 0) output.write(`\n${formatResults(results, config)}`);
    return EXIT.done;
  });
}

/** Closes the senders at the end. */
export async function runWithDeliveries<T>(
  config: Config,
  parts: LocalDeliveryParts,
  run: (deliveries: LocalDeliveries) => Promise<T>,
): Promise<T> {
  const deliveries = openLocalDeliveries(withMessageUrl(config), parts);
  try {
    return await run(deliveries);
  } finally {
    await deliveries.sender.close();
  }
}

/** "Messages: 2 sent by mail to reports/outbox (open them with any mail program), 15 sent to Slack, 1 skipped (nothing to send)". */
export function formatResults(
  results: readonly DeliveryRunResult[],
  { mail }: Pick<Config, 'mail'>,
): string {
  const count = (state: DeliveryRunResult['state']): number =>
    results.filter((result) => result.state === state).length;
  const outbox = mail?.transport.kind === 'file' ? mail.transport.folder : null;
  const advice =
    outbox === null ? '' : ` to ${formatPath(outbox)} (open them with any mail program)`;
  const sentResults = results.filter(({ state }) => state === 'sent');
  const parts = [
    ...countByChannel(sentResults).map(({ channel, text }) =>
      channel === 'mail' ? `${text}${advice}` : text,
    ),
    ...(count('sending') === 0
      ? []
      : [
          `${count('sending')} will be retried by the next run, or while ${PROGRAM} start is running`,
        ]),
    ...(['refused', 'unknown'] as const).flatMap((state) =>
      count(state) === 0 ? [] : [`${count(state)} ${state}`],
    ),
    ...(count('skipped') === 0 ? [] : [`${count('skipped')} skipped (nothing to send)`]),
  ];
  const problems = results.filter(
    ({ state }) => state === 'refused' || state === 'unknown' || state === 'sending',
  );
  const lines = problems.map(
    ({ subscription, state, reason }) =>
      `  ${subscription}: ${state === 'sending' ? 'not sent yet' : state} ${toSingleLine(reason ?? '')}`,
  );
  return [`Messages: ${parts.join(', ')}`, ...lines.map((line) => line.trimEnd()), ''].join('\n');
}

const SENT: Readonly<Record<SubscriptionChannel, string>> = {
  mail: 'sent by mail',
  slack: 'sent to Slack',
  teams: 'sent to Teams',
  webhook: 'sent to webhooks',
};

/** "2 sent by mail" for each channel of some messages that were sent. */
export function countByChannel(
  sentMessages: readonly { readonly channel: SubscriptionChannel | null }[],
): readonly { readonly channel: SubscriptionChannel | null; readonly text: string }[] {
  const byChannel = Map.groupBy(sentMessages, ({ channel }) => channel);
  return [...SUBSCRIPTION_CHANNELS, null].flatMap((channel) => {
    const count = byChannel.get(channel)?.length ?? 0;
    return count === 0
      ? []
      : [{ channel, text: `${count} ${channel === null ? 'sent' : SENT[channel]}` }];
  });
}
