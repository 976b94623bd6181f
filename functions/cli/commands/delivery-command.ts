// Runs the commands about subscriptions and deliveries, which work on the store without a reporting API.
import {
  openArchive,
  openConfiguredSecret,
  systemContext,
} from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import type { DeliveryJob } from '../../../lib/ports/deliveries.ts';
import type { CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { runWithDeliveries } from '../delivery-run.ts';
import { readStore } from '../report-options.ts';
import type { Io } from '../terminal.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';
import type { CommandOutput } from './archive-command.ts';
import { createCommandOutput, withFailureMessage } from './archive-command.ts';

export interface DeliveryCommand<Options> {
  readonly name: string;
  readonly syntax: CommandSyntax;
  /** Reads the options that only this command has, and adds what is wrong to `problems`. */
  readonly readOptions: (
    args: ParsedArguments,
    settings: { readonly now: number; readonly config: Config },
    problems: ConfigProblem[],
  ) => Options;
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

export async function runDeliveryCommand<Options>(
  command: DeliveryCommand<Options>,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const args = readArgumentsOrShowHelp(command.syntax, argv, io);
  if (args === null) return EXIT.done;
  const { config: configured, problems: configProblems } = readConfig(io.env, {
    api: 'none',
    store: args.values.get('store'),
  });
  const problems: ConfigProblem[] = [...args.problems];
  const store = readStore(args, configured, problems);
  const config = { ...(configured ?? DEFAULTS), store };
  const options = command.readOptions(args, { now: systemContext.clock(), config }, problems);
  problems.push(...configProblems);
  if (problems.length > 0 || configured === null) {
    printConfigProblems(io, command.name, problems);
    return EXIT.wrongUsage;
  }
  const parts = {
    repository: openArchive(config, systemContext),
    secret: openConfiguredSecret(config, systemContext),
    system: systemContext,
  };
  return withFailureMessage(io, () =>
    runWithDeliveries(config, parts, (deliveries) => {
      const jobs: DeliveryJob[] = [];
      const send = (newJobs: readonly DeliveryJob[]): Promise<void> => {
        jobs.push(...newJobs);
        return Promise.resolve();
      };
      const context = { ...deliveries, jobs: { send } };
      return command.run({ config, context, jobs }, options, createCommandOutput(args, io));
    }),
  );
}
