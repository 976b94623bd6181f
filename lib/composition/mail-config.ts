// Reads the settings of mail: how messages are sent, and from whom.
import { join } from 'node:path';
import type { MailSettings } from '../adapters/mail/index.ts';
import type { ConfigProblem, Environment, SettingParser, StoreConfig } from './setting-values.ts';
import {
  isSet,
  numberParser,
  parseMailbox,
  parseMailTransport,
  parseSecret,
  parseStore,
  patternParser,
} from './setting-values.ts';

export interface MailConfig extends MailSettings {
  /** Password of the user of the SMTP server; null when the secret holds it, or without a user. */
  readonly password: string | null;
}

type MailSettingName = `REPORT_MAIL${'' | `_${MailSettingSuffix}`}`;
type MailSettingSuffix = 'PASSWORD' | 'FROM' | 'REPLY_TO' | 'RATE' | 'CONFIGURATION_SET';
type Read = <T>(name: MailSettingName, fallback: T, parse: SettingParser<T>) => T;

/** Off AWS, messages are files in a folder beside the reports. `storeOption` replaces REPORT_STORE unless it is empty. */
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
  read: Read,
  outbox: MailSettings['transport'] | null,
): MailConfig | null {
  const setting = read('REPORT_MAIL', null, parseMailTransport);
  const configurationSet = read(
    'REPORT_MAIL_CONFIGURATION_SET',
    null,
    patternParser(/^[A-Za-z0-9_-]{1,64}$/, 'must be the name of a configuration set of SES'),
  );
  const password = readPassword(environment, problems, read);
  const from = read('REPORT_MAIL_FROM', FROM_OF_FILES, parseMailbox);
  const replyTo = read('REPORT_MAIL_REPLY_TO', null, parseMailbox);
  const rate = read(
    'REPORT_MAIL_RATE',
    14,
    numberParser(0.01, 1000, 'a number of messages a second from 0.01 to 1000'),
  );
  const transport =
    setting?.kind === 'ses' ? { ...setting, configurationSet } : (setting ?? outbox);
  if (transport === null) return null;
  if (transport.kind !== 'file' && !isSet(environment['REPORT_MAIL_FROM'])) {
    const problem = 'is not set: the address that messages are from';
    problems.push({ name: 'REPORT_MAIL_FROM', problem });
  }
  if (transport.kind === 'smtp') problems.push(...findPasswordProblems(environment, transport));
  return { transport, password, from, replyTo, rate };
}

function readPassword(
  environment: Environment,
  problems: ConfigProblem[],
  read: Read,
): string | null {
  const password = read('REPORT_MAIL_PASSWORD', null, parseSecret(1));
  if (password !== null && isSet(environment['REPORTS_SECRET'])) {
    const problem = 'must not be set together with REPORTS_SECRET: set mailPassword in the secret';
    problems.push({ name: 'REPORT_MAIL_PASSWORD', problem });
  }
  return password;
}

/** The password of a user is in the environment, or in the secret. */
function findPasswordProblems(
  environment: Environment,
  { user }: { readonly user: string | null },
): readonly ConfigProblem[] {
  const name = 'REPORT_MAIL_PASSWORD';
  const hasPassword = isSet(environment[name]);
  if (user === null && hasPassword) {
    return [{ name, problem: 'must not be set for a REPORT_MAIL without a user' }];
  }
  return user !== null && !hasPassword && !isSet(environment['REPORTS_SECRET'])
    ? [{ name, problem: 'is not set: the password of the user in REPORT_MAIL' }]
    : [];
}
