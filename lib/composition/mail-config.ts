// Reads the settings of mail: how messages are sent, and from whom.
import { join } from 'node:path';
import type { MailSettings } from '../adapters/mail/index.ts';
import type { ConfigProblem, Environment, StoreConfig } from './setting-values.ts';
import {
  isSet,
  numberParser,
  parseMailbox,
  parseMailTransport,
  parseSecret,
  parseStore,
} from './setting-values.ts';
import type { SettingReader } from './settings.ts';

export interface MailConfig extends MailSettings {
  /** Password of the user of the SMTP server; null when the secret holds it, or without a user. */
  readonly password: string | null;
}

/** Off AWS, messages are files in a folder beside the reports. `storeOption` replaces REPORTS_STORE unless it is empty. */
export function defaultOutbox(
  environment: Environment,
  storeOption: string,
  configuredStore: StoreConfig,
): MailSettings['transport'] | null {
  const option = parseStore(storeOption);
  const store = storeOption !== '' && option.ok ? option.value : configuredStore;
  return store.kind === 'file' && !isSet(environment['REPORTS_SECRET'])
    ? { kind: 'file', folder: join(store.folder, 'outbox') }
    : null;
}

const FROM_OF_FILES = { name: '', address: 'reports@localhost' } as const;

/** Null where mail is off. */
export function readMail(
  environment: Environment,
  problems: ConfigProblem[],
  reader: SettingReader,
  outbox: MailSettings['transport'] | null,
): MailConfig | null {
  const { read, readOptional } = reader;
  const transport = readOptional('REPORTS_MAIL', parseMailTransport) ?? outbox;
  const password = readPassword(environment, problems, reader);
  const from = readOptional('REPORTS_MAIL_FROM', parseMailbox) ?? FROM_OF_FILES;
  const replyTo = readOptional('REPORTS_MAIL_REPLY_TO', parseMailbox);
  const rate = read(
    'REPORTS_MAIL_RATE',
    numberParser(0.01, 1000, 'a number of messages a second from 0.01 to 1000'),
  );
  if (transport === null) return null;
  if (transport.kind !== 'file' && !isSet(environment['REPORTS_MAIL_FROM'])) {
    const problem = 'is not set: the address that messages are from';
    problems.push({ name: 'REPORTS_MAIL_FROM', problem });
  }
  if (transport.kind === 'smtp') problems.push(...findPasswordProblems(environment, transport));
  return { transport, password, from, replyTo, rate };
}

function readPassword(
  environment: Environment,
  problems: ConfigProblem[],
  { readOptional }: SettingReader,
): string | null {
  const password = readOptional('REPORTS_MAIL_PASSWORD', parseSecret(1));
  if (password !== null && isSet(environment['REPORTS_SECRET'])) {
    const problem = 'must not be set together with REPORTS_SECRET: set mailPassword in the secret';
    problems.push({ name: 'REPORTS_MAIL_PASSWORD', problem });
  }
  return password;
}

/** The password of a user is in the environment, or in the secret. */
function findPasswordProblems(
  environment: Environment,
  { user }: { readonly user: string | null },
): readonly ConfigProblem[] {
  const name = 'REPORTS_MAIL_PASSWORD';
  const hasPassword = isSet(environment[name]);
  if (user === null && hasPassword) {
    return [{ name, problem: 'must not be set for a REPORTS_MAIL without a user' }];
  }
  return user !== null && !hasPassword && !isSet(environment['REPORTS_SECRET'])
    ? [{ name, problem: 'is not set: the password of the user in REPORTS_MAIL' }]
    : [];
}
