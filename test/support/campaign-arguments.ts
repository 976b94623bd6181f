// Command-line arguments of the campaigns and benchmarks: prints --help, exits with code 2 on wrong arguments.
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
    // Only the first sentence of Node's message names the wrong argument.
    const message = error instanceof Error ? error.message.replace(/\. .*$/s, '') : null;
    return exitWithUsageError(message ?? 'Invalid arguments');
  }
}

export function exitWithUsageError(message: string): never {
  process.stderr.write(`${message}\nRun with --help to see the options.\n`);
  process.exit(2);
}
