// Creates the commands about subscriptions and deliveries, which work on the store without a reporting API.
import { openArchive, openConfiguredSecret } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import type { DeliveryJob } from '../../../lib/ports/deliveries.ts';
import { runWithDeliveries } from '../delivery-run.ts';
import type { Command, CommandDefinition, CommandOutput } from './command.ts';
import { createCommand } from './command.ts';

export interface DeliveryCommand<Options> extends Pick<
  CommandDefinition<Options>,
  'name' | 'syntax' | 'readOptions'
> {
  readonly run: (
    command: {
      readonly config: Config;
      readonly context: DeliveryContext;
      /** What the run enqueued until now. */
      readonly jobs: readonly DeliveryJob[];
    },
    options: Options,
    output: CommandOutput,
  ) => Promise<number>;
}

export function createDeliveryCommand<Options>({
  run,
  ...command
}: DeliveryCommand<Options>): Command {
  return createCommand({
    ...command,
    api: 'none',
    run: (options, { config, system, output }) => {
      const repository = openArchive(config, system);
      const parts = { repository, secret: openConfiguredSecret(config, system), system };
      return runWithDeliveries(config, parts, (deliveries) => {
        const jobs: DeliveryJob[] = [];
        const send = (newJobs: readonly DeliveryJob[]): Promise<void> => {
          jobs.push(...newJobs);
          return Promise.resolve();
        };
        return run({ config, context: { ...deliveries, jobs: { send } }, jobs }, options, output);
      });
    },
  });
}
