// Entry point of the program feedback-reports: runs one command and exits with its code.
import { getEventListeners } from 'node:events';
import { release } from '../../lib/composition/release.ts';
import { formatHelpRows, suggestName } from './arguments.ts';
import type { Command } from './commands/command.ts';
import type { Io } from './terminal.ts';
import { PROGRAM, EXIT, printUnexpectedError } from './terminal.ts';

// Each command loads only what it needs.
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  start: {
    summary: 'create reports of a sample company on this machine and serve them over HTTP',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  report: {
    summary: 'create the reports of a week from a reporting API',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  serve: {
    summary: 'make and serve the reports of your own company on schedule',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  health: {
    summary: 'ask the server on this machine whether it is ready',
    load: async () => (await import('./commands/health.ts')).healthCommand,
  },
  service: {
    summary: 'run the reporting API itself, with a sample company or your own data',
    load: async () => (await import('./commands/service.ts')).serviceCommand,
  },
  backfill: {
    summary: 'create the reports of a range of past weeks, oldest first',
    load: async () => (await import('./commands/backfill.ts')).backfillCommand,
  },
  status: {
    summary: 'show which reports of a week are due and which exist',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  verify: {
    summary: 'check stored reports against their manifests',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  facts: {
    summary: 'write the tables of stored reports that analysts query',
    load: async () => (await import('./commands/facts.ts')).factsCommand,
  },
  export: {
    summary: 'write the figures of many weeks and places as one table',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  prune: {
    summary: 'delete the reports of old weeks',
    load: async () => (await import('./commands/prune.ts')).pruneCommand,
  },
  doctor: {
    summary: 'check settings, reporting API, store, mail and public address',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  config: {
    summary: 'show the settings and where their values are from',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  company: {
    summary: 'show and change whose reports the store has',
    load: async () => (await import('./commands/company.ts')).companyCommand,
  },
  accept: {
    summary: 'accept a changed level, a number of responses or a closure as usual',
    load: async () => (await import('./commands/accept.ts')).acceptCommand,
  },
  target: {
    summary: 'set the target of a folder for an index',
    load: async () => (await import('./commands/target.ts')).targetCommand,
  },
  note: {
    summary: 'write notes on places and who is on it',
    load: async () => (await import('./commands/note.ts')).noteCommand,
  },
  link: {
    summary: 'create or revoke a link that opens a report without credentials',
    load: async () => (await import('./commands/link.ts')).linkCommand,
  },
  token: {
    summary: 'create bearer tokens of the HTTP API, list and revoke them',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
  subscribe: {
    summary: 'send the reports of a folder to a mail address, Slack, Teams or a webhook',
    load: async () => (await import('./commands/subscribe.ts')).subscribeCommand,
  },
  subscriptions: {
    summary: 'list who gets which reports',
    load: async () => (await import('./commands/subscriptions.ts')).subscriptionsCommand,
  },
  unsubscribe: {
    summary: 'remove a subscription',
    load: async () => (await import('./commands/subscriptions.ts')).unsubscribeCommand,
  },
  deliveries: {
    summary: 'show the state of the messages of a week, and send one again',
    load: async () => (await import('./commands/deliveries.ts')).deliveriesCommand,
  },
  mail: {
    summary: 'check the settings of mail without sending a message',
    load: async () => (await import('./commands/mail.ts')).mailCommand,
  },
};

function help(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  return `Weekly reports from feedback terminals, as PDF and JSON.

Usage: feedback-reports COMMAND [options]

Commands:
${formatHelpRows(rows)}

Run ${PROGRAM} COMMAND --help for the options of a command, and
${PROGRAM} version for the release.
`;
}

async function main(args: readonly string[], io: Io): Promise<number> {
  const [first, second] = args;
  const asksForHelp = first === '--help' || first === '-h' || first === 'help';
  const [name, rest] = asksForHelp ? [second, ['--help']] : [first, args.slice(1)];
  if (name === undefined) {
    (asksForHelp ? io.stdout : io.stderr).write(help());
    return asksForHelp ? EXIT.done : EXIT.wrongUsage;
  }
  if (name === 'version' || name === '--version' || name === '-v') {
    const { node, icu, tz } = process.versions;
    io.stdout.write(`${release()} node ${node} icu ${icu} tz ${tz}\n`);
    return EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(COMMANDS);
    io.stderr.write(
      `Unknown command${suggestName(name, names)} Available commands: ${names.join(', ')}.\n`,
    );
    return EXIT.wrongUsage;
  }
  return (await command.load())(rest, io);
}

/** Longer than requests and jobs in flight get, with the longest drain. */
const MAX_SHUTDOWN_MS = 75_000;

/** The first signal starts the shutdown of a command that serves; otherwise, and at the second, the process exits. */
function exitOnSignals(): AbortSignal {
  const controller = new AbortController();
  const end = (code: number): void => {
    const isServing = getEventListeners(controller.signal, 'abort').length > 0;
    if (controller.signal.aborted || !isServing) process.exit(code);
    controller.abort();
    setTimeout(() => process.exit(code), MAX_SHUTDOWN_MS).unref();
  };
  process.on('SIGINT', () => {
    end(130);
  });
  process.on('SIGTERM', () => {
    end(143);
  });
  exitWithLauncher(() => {
    end(143);
  });
  return controller.signal;
}

/** The launcher's IPC channel closes when the launcher dies; without a launcher there is no channel. */
function exitWithLauncher(end: () => void): void {
  if (process.send === undefined) return;
  process.once('disconnect', end);
  // The open channel alone must not keep the process alive.
  process.channel?.unref();
  if (!process.connected) end();
}

// A reader such as `head` may close the pipe early: exit with the usual code for SIGPIPE.
process.stdout.on('error', () => process.exit(141));

const terminal: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: exitOnSignals(),
};
try {
  process.exitCode = await main(process.argv.slice(2), terminal);
} catch (error) {
  printUnexpectedError(terminal, error);
  process.exitCode = EXIT.failed;
}
