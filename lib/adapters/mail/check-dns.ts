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
  const check = createCheckFactory('SPF');
  const read = await readTexts(domain);
  if ('failure' in read) return lookupFailed(check, domain, read.failure);
  const records = read.texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    const servers = include ?? 'YOUR-MAIL-PROVIDER';
    return check(
      'warning',
      `${domain} has no SPF record`,
      `Add the TXT record "v=spf1 include:${servers} ~all" to ${domain}.`,
    );
  }
  if (records.length > 1) {
    return check(
      'problem',
      `${domain} has ${records.length} SPF records, and receivers accept one`,
      'Join them into one.',
    );
  }
  if (include !== null && !record.toLowerCase().split(/\s+/).includes(`include:${include}`)) {
    return check(
      'problem',
      `the SPF record of ${domain} does not include ${include}`,
      `Add include:${include} to it.`,
    );
  }
  if (/\s\+?all(\s|$)/i.test(record)) {
    return check(
      'problem',
      `the SPF record of ${domain} allows every server`,
      'End it with ~all or -all.',
    );
  }
  return /\s[~-]all(\s|$)|\sredirect=/i.test(record)
    ? check('ok', `${domain} has an SPF record`)
    : check(
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
  const check = createCheckFactory('DKIM');
  if (selector === null) {
    return check(
      'warning',
      'not checked: the name of the key is not known',
      'Give the selector of your mail provider with --dkim-selector.',
    );
  }
  const name = `${selector}._domainkey.${domain}`;
  const read = await readTexts(name);
  if ('failure' in read) return lookupFailed(check, name, read.failure);
  const key = read.texts.map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.trim());
  const [publicKey] = key.filter((text) => text !== undefined);
  if (publicKey === undefined) {
    return check(
      'problem',
      `${name} has no key`,
      'Add the record that your mail provider shows, and let it sign messages.',
    );
  }
  return publicKey === ''
    ? check('problem', `the key at ${name} is revoked`, 'Use the selector of a valid key.')
    : check('ok', `${name} has a key`);
}

export async function checkDmarc({ readTexts }: DomainRecords, domain: string): Promise<MailCheck> {
  const check = createCheckFactory('DMARC');
  const labels = domain.split('.');
  // The record of a parent applies to a domain without one.
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  for (const name of names) {
    const read = await readTexts(`_dmarc.${name}`);
    if ('failure' in read) return lookupFailed(check, `_dmarc.${name}`, read.failure);
    const records = read.texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) {
      return check(
        'problem',
        `_dmarc.${name} has ${records.length} records, and receivers accept one`,
        'Remove all but one.',
      );
    }
    return describePolicy(check, name, readPolicy(record, name === domain));
  }
  return check(
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

function describePolicy(check: CheckFactory, name: string, policy: string): MailCheck {
  if (policy === 'quarantine' || policy === 'reject') {
    return check('ok', `_dmarc.${name} protects the domain (p=${policy})`);
  }
  return policy === 'none'
    ? check(
        'warning',
        `_dmarc.${name} protects nothing yet (p=none)`,
        'When its reports show that your own mail passes, change it to p=quarantine.',
      )
    : check('problem', `_dmarc.${name} has no valid policy`, 'Add p=none to it.');
}

type CheckFactory = (level: MailCheck['level'], result: string, advice?: string) => MailCheck;

/** Creates the results of a check of this name. */
export function createCheckFactory(name: string): CheckFactory {
  return (level, result, advice) => ({ name, level, result, advice: advice ?? null });
}

function lookupFailed(check: CheckFactory, name: string, failure: string): MailCheck {
  return check(
    'warning',
    `${name} could not be looked up (${failure})`,
    'Check the DNS servers of this machine, and try again.',
  );
}
