// `deliveries`: shows the state of the messages of a week, and sends one again.
import type { Delivery } from '../../../lib/delivery/deliveries.ts';
import { listDeliveries } from '../../../lib/delivery/deliveries.ts';
import { sendAgain } from '../../../lib/delivery/send-again.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { RECEIPT_DAMAGED } from '../../../lib/delivery/receipts.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { lastSettledWeek } from '../../../lib/domain/calendar.ts';
import { toDeliveryBody } from '../../../lib/http/subscription-bodies.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { countByChannel, sendsMessages } from '../delivery-run.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';
import { EXIT, formatCount, toSingleLine } from '../terminal.ts';
import { formatMinute } from '../terminal-output.ts';
import { createPlainTable } from '../text-columns.ts';
import type { CommandOutput } from './command.ts';
import { createDeliveryCommand } from './delivery-command.ts';

export const deliveriesCommand = createDeliveryCommand({
  name: 'deliveries',
  syntax: {
    usage: 'feedback-reports deliveries [options]',
    summary: 'Shows the state of the messages about the reports of a week.',
    options: {
      week: WEEK_OPTION,
      'send-again': {
        value: 'ID',
        help: 'send the message of this subscription, which was refused or missed or is unknown',
      },
      store: STORE_OPTION,
      json: { value: null, help: 'print each delivery as one line of JSON' },
    },
    notes: `sent: the receiver accepted it. refused: it did not go out and is not tried again. unknown: it may have gone out, and
is not sent again automatically. sending: another attempt follows. skipped: there was nothing to send, or nothing
that the caller who subscribed may see. missed: its time was
over. Messages about reports in a bucket are sent again on AWS, within minutes.

Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration · 3 a message was refused or is unknown.`,
  },
  readOptions: (args, { now, config }, problems) => ({
    week: readWeek(args, 'week', lastSettledWeek(now, config.settleHours), problems),
    again: args.values.get('send-again') ?? null,
  }),
  run: async ({ config, context, jobs }, { week, again }, output) => {
    if (again !== null) {
      await sendAgain(context, WHOLE_COMPANY, { week: week.name, subscription: again });
      if (sendsMessages(config)) for (const job of jobs) await processDelivery(context, job);
    }
    const deliveries = await listDeliveries(context, WHOLE_COMPANY, week);
    return printDeliveries(week, deliveries, output);
  },
});

function printDeliveries(
  week: Week,
  deliveries: readonly Delivery[],
  { humanOutput, printJson, isJson }: CommandOutput,
): number {
  const table = createPlainTable(
    ['Id', 'Channel', 'Address', 'State', 'At', 'Attempts', 'Reason'],
    ['Attempts'],
  );
  let failedCount = 0;
  for (const delivery of deliveries) {
    const body = toDeliveryBody(delivery, WHOLE_COMPANY);
    printJson(body);
    const { id, channel, address } = body.subscription;
    const receipts = [body.receipt, body.update].filter((receipt) => receipt !== null);
    failedCount += receipts.filter(
      ({ state }) => state === 'refused' || state === 'unknown',
    ).length;
    const place = [id, channel, toSingleLine(address)];
    for (const { kind, state, at, attempts, reason } of receipts) {
      const shownState = kind === 'update' ? `${state} (update)` : state;
      table.push([...place, shownState, formatMinute(at), String(attempts), reason ?? '']);
    }
    const isDamaged = body.reason === RECEIPT_DAMAGED;
    if (isDamaged) failedCount += 1;
    if (receipts.length === 0 || isDamaged) {
      const state = body.state === 'waiting' ? 'no report yet' : body.state;
      table.push([...place, state, formatMinute(body.dueAt), '', body.reason ?? '']);
    }
  }
  if (deliveries.length > 0 && !isJson) humanOutput.write(`${table.toString()}\n\n`);
  const sentMessages = deliveries.flatMap(({ subscription: { channel }, receipt, update }) =>
    [receipt, update].filter((sent) => sent?.state === 'sent').map(() => ({ channel })),
  );
  const counts = [
    formatCount(deliveries.length, 'subscription'),
    ...countByChannel(sentMessages).map(({ text }) => text),
    ...(failedCount === 0 ? [] : [`${failedCount} refused or unknown`]),
  ];
  humanOutput.write(`${week.name}: ${counts.join('; ')}.\n`);
  return failedCount === 0 ? EXIT.done : EXIT.partial;
}
