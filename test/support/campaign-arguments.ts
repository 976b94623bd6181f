// The arguments of the project's own experiments and measurements: --help tells them, and what is wrong ends with 2.
import { parseArgs, type ParseArgsConfig } from 'node:util';

export function campaignArguments<T extends ParseArgsConfig>(
  help: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Behind its first sentence Node explains itself.
    return wrong(error instanceof Error ? error.message.replace(/\. .*$/s, '') : 'wrong arguments');
  }
}

/** Ends the process. */
export function wrong(what: string): never {
  process.stderr.write(`${what}\n--help tells what there is.\n`);
  process.exit(2);
}
