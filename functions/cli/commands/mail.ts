// `mail check`: whether mail can be sent and will be trusted by receivers. It sends nothing.
import { openConfiguredSecret } from '../../../lib/composition/compose.ts';
import type { MailCheck } from '../../../lib/composition/message-senders.ts';
import { checkConfiguredMail } from '../../../lib/composition/message-senders.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { CommandSyntax } from '../arguments.ts';
import { suggestName } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { PROGRAM, EXIT } from '../terminal.ts';
import { createCommand } from './command.ts';

const CHECK: CommandSyntax = {
  usage: 'feedback-reports mail check [options]',
  summary: 'Checks the settings of mail without sending a message.',
  options: {
    'dkim-selector': {
      value: 'NAME',
      help: 'the name of the DKIM key of an SMTP server, from your mail provider; SES needs none',
    },
    json: {
      value: null,
      help: 'print {name, level, result, advice} of each check as one line of JSON',
    },
  },
  notes: `Connects to the mail service of REPORTS_MAIL with its credentials, and looks up SPF, DKIM and DMARC of the domain of
REPORTS_MAIL_FROM. Each line is ok, a warning (messages arrive, perhaps as spam) or a problem (messages are not sent or refused).

Exit codes: 0 no problem · 1 a problem · 2 invalid arguments or configuration.`,
};

export async function mailCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === 'check') return checkCommand(rest, io);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(HELP);
    return name === undefined ? EXIT.wrongUsage : EXIT.done;
  }
  io.stderr.write(
    `Unknown command after mail${suggestName(name, ['check'])} Available commands: check.\n`,
  );
  return EXIT.wrongUsage;
}

const HELP = `Checks how messages are sent by mail.

Usage: feedback-reports mail check [options]

Run ${PROGRAM} mail check --help for its options.
`;

const checkCommand = createCommand({
  name: 'mail check',
  syntax: CHECK,
  api: 'none',
  needsStore: false,
  readOptions: (args, { config }, problems) => {
    const selector = args.values.get('dkim-selector') ?? '';
    if (!/^[A-Za-z0-9._-]{0,63}$/.test(selector)) {
      const problem = 'must be letters, digits, hyphens, underscores and dots';
      problems.push({ name: '--dkim-selector', problem });
    }
    if (config.mail === null) {
      const problem =
        'is not set: ses, ses:NAME, smtp://user@host:port, smtps://user@host:port or file: and a folder';
      problems.push({ name: 'REPORTS_MAIL', problem });
    }
    return { mail: config.mail, dkimSelector: selector === '' ? null : selector };
  },
  run: async ({ mail, dkimSelector }, { config, system, output }) => {
    if (mail === null) throw new Failure('CONFIG_INVALID', { name: 'REPORTS_MAIL' });
    const secret = openConfiguredSecret(config, system);
    const checks = await checkConfiguredMail(mail, secret, dkimSelector);
    for (const check of checks) {
      output.printJson(check);
      output.humanOutput.write(formatCheck(check));
    }
    return checks.some(({ level }) => level === 'problem') ? EXIT.failed : EXIT.done;
  },
});

function formatCheck({ name, level, result, advice }: MailCheck): string {
  const line = `${level.padEnd(7)}  ${name}: ${result}\n`;
  return advice === null ? line : `${line}         ${advice}\n`;
}
