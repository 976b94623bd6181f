// A process that sends the due messages of a week, with the real composition on a folder, until its parent kills it.
import { openLocalDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { openArchive } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { runDeliveries } from '../../../lib/delivery/in-process-deliveries.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import { mailingShape } from './mailers.ts';

process.on('message', (message) => {
  sendMessages(message)
    .then((states) => process.send?.({ states }))
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ states: [] });

async function sendMessages(message: unknown): Promise<readonly string[]> {
  const { week: name, now } = mailingShape.parse(message);
  const [week, { config }] = [parseWeek(name), readConfig(process.env, { api: 'none' })];
  if (week === null || config === null) throw new TypeError('no week or no configuration');
  const start = performance.now();
  const system = {
    ...systemContext,
    clock: () => now + Math.floor(performance.now() - start),
  };
  const deliveries = openLocalDeliveries(config, {
    repository: openArchive(config, system),
    secret: null,
    system,
  });
  try {
    return (await runDeliveries(deliveries, week)).map(({ state }) => state);
  } finally {
    await deliveries.sender.close();
  }
}
