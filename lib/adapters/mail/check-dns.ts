// Checks the DNS records by which receivers recognize the mail of a domain: SPF, DKIM and DMARC.
import { Resolver } from 'node:dns/promises';
import { failureReason } from '../../shared/failure.ts';

export interface MailCheck {
  /** What was checked: "SPF". */
  readonly name: string;
  /** warning: messages arrive, perhaps as spam. problem: messages are not sent, or refused. */
  readonly level: 'ok' | 'warning' | 'problem';
  readonly result: string;
  /** How to mend it; null when there is nothing to do. */
  readonly advice: string | null;
}

export interface DomainRecords {
  /** TXT records of a name, each in one piece; empty when there are none. Fails with a code. */
  readonly readTexts: (
    name: string,
  ) => Promise<{ readonly texts: readonly string[] } | { readonly failure: string }>;
}

/** `servers`: "address:port" of DNS servers instead of the machine's own. */
export function openDomainRecords(servers: readonly string[] | null): DomainRecords {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers !== null) resolver.setServers(servers);
  return {
    async readTexts(name) {
      try {
        return { texts: (await resolver.resolveTxt(name)).map((chunks) => chunks.join('')) };
      } catch (error) {
        const code = failureReason(error);
        return code === 'ENODATA' || code === 'ENOTFOUND' ? { texts: [] } : { failure: code };
      }
    },
  };
}

/** `include`: what the record must include; null when that is not known. */
export async function checkSpf(
  { readTexts }: DomainRecords,
  domain: string,
  include: string | null,
): Promise<MailCheck> {
  const state = createState('SPF');
  const read = await readTexts(domain);
  if ('failure' in read) return lookupFailed(state, domain, read.failure);
  const records = read.texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    const servers = include ?? 'YOUR-MAIL-PROVIDER';
    return state(
      'warning',
      `${domain} has no SPF record`,
      `Add the TXT record "v=spf1 include:${servers} ~all" to ${domain}.`,
    );
  }
  if (records.length > 1) {
    return state(
      'problem',
      `${domain} has ${records.length} SPF records, and receivers accept one`,
      'Join them into one.',
    );
  }
  if (include !== null && !record.toLowerCase().split(/\s+/).includes(`include:${include}`)) {
    return state(
      'problem',
      `the SPF record of ${domain} does not include ${include}`,
      `Add include:${include} to it.`,
    );
  }
  if (/\s\+?all(\s|$)/i.test(record)) {
    return state(
      'problem',
      `the SPF record of ${domain} allows every server`,
      'End it with ~all or -all.',
    );
  }
  return /\s[~-]all(\s|$)|\sredirect=/i.test(record)
    ? state('ok', `${domain} has an SPF record`)
    : state(
        'warning',
        `the SPF record of ${domain} does not exclude other servers`,
        'End it with ~all or -all.',
      );
}

export async function checkDkim(
  { readTexts }: DomainRecords,
  domain: string,
  selector: string | null,
): Promise<MailCheck> {
  const state = createState('DKIM');
  if (selector === null) {
    return state(
      'warning',
      'not checked: the name of the key is not known',
      'Give the selector of your mail provider with --dkim-selector.',
    );
  }
  const name = `${selector}._domainkey.${domain}`;
  const read = await readTexts(name);
  if ('failure' in read) return lookupFailed(state, name, read.failure);
  const key = read.texts.map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.trim());
  const [publicKey] = key.filter((text) => text !== undefined);
  if (publicKey === undefined) {
    return state(
      'problem',
      `${name} has no key`,
      'Add the record that your mail provider shows, and let it sign messages.',
    );
  }
  return publicKey === ''
    ? state('problem', `the key at ${name} is revoked`, 'Use the selector of a valid key.')
    : state('ok', `${name} has a key`);
}

export async function checkDmarc({ readTexts }: DomainRecords, domain: string): Promise<MailCheck> {
  const state = createState('DMARC');
  const labels = domain.split('.');
  // The record of a parent applies to a domain without one.
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  for (const name of names) {
    const read = await readTexts(`_dmarc.${name}`);
    if ('failure' in read) return lookupFailed(state, `_dmarc.${name}`, read.failure);
    const records = read.texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) {
      return state(
        'problem',
        `_dmarc.${name} has ${records.length} records, and receivers accept one`,
        'Remove all but one.',
      );
    }
    return describePolicy(state, name, readPolicy(record, name === domain));
  }
  return state(
    'warning',
    `${domain} has no DMARC record, which large receivers require`,
    `Add the TXT record "v=DMARC1; p=none; rua=mailto:ADDRESS" to _dmarc.${domain}.`,
  );
}

/** In lower case; empty when the record has none. */
function readPolicy(record: string, isOwnRecord: boolean): string {
  const policyOf = (tag: string): string | undefined =>
    new RegExp(`;\\s*${tag}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase();
  return (isOwnRecord ? undefined : policyOf('sp')) ?? policyOf('p') ?? '';
}

function describePolicy(state: CheckState, name: string, policy: string): MailCheck {
  if (policy === 'quarantine' || policy === 'reject') {
    return state('ok', `_dmarc.${name} protects the domain (p=${policy})`);
  }
  return policy === 'none'
    ? state(
        'warning',
        `_dmarc.${name} protects nothing yet (p=none)`,
        'When its reports show that your own mail passes, change it to p=quarantine.',
      )
    : state('problem', `_dmarc.${name} has no valid policy`, 'Add p=none to it.');
}

type CheckState = (level: MailCheck['level'], result: string, advice?: string) => MailCheck;

/** Describes the results of a check of this name. */
export function createState(name: string): CheckState {
  return (level, result, advice) => ({ name, level, result, advice: advice ?? null });
}

function lookupFailed(state: CheckState, name: string, failure: string): MailCheck {
  return state(
    'warning',
    `${name} could not be looked up (${failure})`,
    'Check the DNS servers of this machine, and try again.',
  );
}
