// The program feedback-reports: finds the command, gives it the terminal and the environment, ends with its exit code.
import { getEventListeners } from 'node:events';
import { meantBy } from './arguments.ts';
import type { Io } from './terminal.ts';
import { EXIT, tellBug } from './terminal.ts';

type Command = (args: readonly string[], io: Io) => Promise<number>;

// Each command loads only what it needs.
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  start: {
    summary: 'everything on this machine: a sample company’s reports, then the HTTP API',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  report: {
    summary: 'make the reports of a week from any reporting API',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  service: {
    summary: 'the reporting API itself, over a sample company or data of your own',
    load: async () => (await import('./commands/service.ts')).serviceCommand,
  },
  backfill: {
    summary: 'make the reports of many past weeks, oldest first',
    load: async () => (await import('./commands/backfill.ts')).backfillCommand,
  },
  status: {
    summary: 'what a week owes and what of it is there',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  verify: {
    summary: 'whether all that is kept is what its manifests say',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  prune: {
    summary: 'take old weeks away',
    load: async () => (await import('./commands/prune.ts')).pruneCommand,
  },
  link: {
    summary: 'share a report by a link that needs no credentials, or withdraw one',
    load: async () => (await import('./commands/link.ts')).linkCommand,
  },
};

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, c]) => `  ${name.padEnd(9)} ${c.summary}\n`);
  return `Weekly reports from feedback terminals, as PDF and JSON.

Usage: feedback-reports COMMAND [options]

Commands:
${lines.join('')}
feedback-reports COMMAND --help tells the options of each.
`;
}

async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(help());
    return name === undefined ? EXIT.wrongUsage : EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(COMMANDS);
    io.stderr.write(
      `There is no such command${meantBy(name, names)} There are: ${names.join(', ')}.\n`,
    );
    return EXIT.wrongUsage;
  }
  return (await command.load())(rest, io);
}

/** Longer than the 10 s for which the feedback service answers requests that are under way. */
const MOST_ENDING_MS = 15_000;

/** The first signal asks a command that serves to end; otherwise, and at the second, the process ends. */
function endOnSignals(): AbortSignal {
  const controller = new AbortController();
  const end = (code: number): void => {
    const isServing = getEventListeners(controller.signal, 'abort').length > 0;
    if (controller.signal.aborted || !isServing) process.exit(code);
    controller.abort();
    setTimeout(() => process.exit(code), MOST_ENDING_MS).unref();
  };
  process.on('SIGINT', () => {
    end(130);
  });
  process.on('SIGTERM', () => {
    end(143);
  });
  endWithLauncher(() => {
    end(143);
  });
  return controller.signal;
}

/** The launcher keeps a channel open for as long as it lives; without a launcher there is none. */
function endWithLauncher(end: () => void): void {
  if (process.send === undefined) return;
  process.once('disconnect', end);
  // Waiting for the launcher's death must not keep a command alive.
  process.channel?.unref();
  if (!process.connected) end();
}

// Whoever reads our output may stop reading, as `head` does: the code that programs end with then.
process.stdout.on('error', () => process.exit(141));

const terminal: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: endOnSignals(),
};
try {
  process.exitCode = await main(process.argv.slice(2), terminal);
} catch (error) {
  tellBug(terminal, error);
  process.exitCode = EXIT.failed;
}
