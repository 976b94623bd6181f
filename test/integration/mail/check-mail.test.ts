// The checks of mail against a DNS server, SMTP servers and SES on real sockets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailCheck, MailCheckOptions } from '../../../lib/adapters/mail/index.ts';
import { checkMail } from '../../../lib/adapters/mail/index.ts';
import type { MailSettings, SmtpTransport } from '../../../lib/adapters/mail/mail-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { startSesServer, type SesServer } from '../../support/aws/ses-server.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { SETTINGS } from '../../support/mail/outgoing-mails.ts';
import { startScriptedSmtpServer, startSmtpServer } from '../../support/mail/smtp-server.ts';
import { runCommand } from '../../support/run-command.ts';
import { canary } from '../../support/secret-markers.ts';

const PASSWORD = canary('mail password');
const DOMAIN = 'reports.example.com';
const KEY = `k1._domainkey.${DOMAIN}`;

const REFUSED: SmtpTransport = {
  kind: 'smtp',
  host: '127.0.0.1',
  port: 1,
  security: 'none',
  user: null,
};

async function checksOf(
  transport: MailSettings['transport'],
  texts: Parameters<typeof startDnsServer>[0],
  options: Partial<MailCheckOptions> = {},
): Promise<readonly MailCheck[]> {
  await using dns = await startDnsServer(texts);
  const checks = await checkMail({
    settings: { ...SETTINGS, transport, rate: 14 },
    password: () => Promise.resolve(PASSWORD),
    dkimSelector: 'k1',
    dnsServers: [dns.address],
    ...options,
  });
  for (const { level, advice } of checks) {
    assert.equal(advice === null, level === 'ok');
    assert.notEqual(advice, '');
  }
  return checks;
}

/** "level name: result" of each check. */
async function check(...args: Parameters<typeof checksOf>): Promise<readonly string[]> {
  const checks = await checksOf(...args);
  return checks.map(({ name, level, result }) => `${level} ${name}: ${result}`);
}

const GOOD = {
  [DOMAIN]: ['google-site-verification=x', 'v=spf1 include:mail.example.net ~all'],
  [KEY]: [`v=DKIM1; k=rsa; p=${'A'.repeat(400)}`],
  [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com'],
} as const;

describe('the checks of an SMTP server', () => {
  it('accepts a server with STARTTLS and a user, and a domain with its records', async () => {
    await using server = await startSmtpServer({ password: PASSWORD });
    assert.deepEqual(await check(server.transport, GOOD, { ca: server.ca }), [
      `ok SMTP server: 127.0.0.1 port ${server.transport.port} answers, with STARTTLS and the user accepted`,
      `ok SPF: ${DOMAIN} has an SPF record`,
      `ok DKIM: ${KEY} has a key`,
      `ok DMARC: _dmarc.${DOMAIN} protects the domain (p=quarantine)`,
    ]);
    assert.deepEqual(server.received, []);
  });

  it('say how a server without a user is reached', async () => {
    await using secure = await startSmtpServer({ secure: true });
    await using plain = await startScriptedSmtpServer({});
    for (const [{ transport }, encryption] of [
      [secure, 'TLS'],
      [plain, 'no encryption'],
    ] as const) {
      assert.equal(
        (await check(transport, GOOD, { ca: secure.ca }))[0],
        `ok SMTP server: 127.0.0.1 port ${transport.port} answers, with ${encryption} and no user`,
      );
    }
  });

  it('look up no records of a host name', async () => {
    const from = { name: '', address: 'reports@localhost' };
    const settings = { ...SETTINGS, transport: REFUSED, from, rate: 14 };
    assert.deepEqual(await check(REFUSED, {}, { settings }), [
      'problem SMTP server: 127.0.0.1 port 1: CONNECTION_REFUSED',
    ]);
  });

  it('name the code of a connection that fails', async () => {
    await using server = await startSmtpServer({ password: PASSWORD });
    await using noTls = await startSmtpServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
    });
    await using silent = await startScriptedSmtpServer({ CONNECT: 'silence' });
    await using locked = await startScriptedSmtpServer({ CONNECT: '530 5.7.0 Log in first' });
    await using closed = await startScriptedSmtpServer({ CONNECT: '554 5.7.1 Go away' });
    const { ca, transport } = server;
    const wrong = (): Promise<string> => Promise.resolve('wrong');
    const noSecret = (): Promise<string> => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    const cases: readonly (readonly [SmtpTransport, Partial<MailCheckOptions>, code: string])[] = [
      [transport, { ca, password: wrong }, 'SMTP_535'],
      [transport, { ca, password: noSecret }, 'SECRET_UNAVAILABLE'],
      [transport, {}, 'TLS_CERTIFICATE'],
      [noTls.transport, { ca }, 'TLS_UNAVAILABLE'],
      [silent.transport, { connectTimeoutMs: 100 }, 'TIMEOUT'],
      [locked.transport, {}, 'SMTP_530'],
      [closed.transport, {}, 'SMTP_554'],
      [REFUSED, {}, 'CONNECTION_REFUSED'],
      [{ ...REFUSED, host: 'mail.invalid' }, {}, 'HOST_NOT_FOUND'],
    ];
    for (const [smtp, options, code] of cases) {
      assert.equal(
        (await check(smtp, GOOD, options))[0],
        `problem SMTP server: ${smtp.host} port ${smtp.port}: ${code}`,
      );
    }
  });

  const records: readonly (readonly [
    name: string,
    texts: readonly string[] | 'fail',
    expected: string,
  ])[] = [
    [DOMAIN, [], `warning SPF: ${DOMAIN} has no SPF record`],
    [
      DOMAIN,
      ['v=spf1 -all', 'v=spf1 ~all'],
      `problem SPF: ${DOMAIN} has 2 SPF records, and receivers accept one`,
    ],
    [DOMAIN, ['v=spf1 +all'], `problem SPF: the SPF record of ${DOMAIN} allows every server`],
    [
      DOMAIN,
      ['v=spf1 a ?all'],
      `warning SPF: the SPF record of ${DOMAIN} does not exclude other servers`,
    ],
    [DOMAIN, ['v=spf1 redirect=_spf.example.net'], `ok SPF: ${DOMAIN} has an SPF record`],
    [DOMAIN, ['v=spf1'], `warning SPF: the SPF record of ${DOMAIN} does not exclude other servers`],
    [DOMAIN, ['see v=spf1 -all'], `warning SPF: ${DOMAIN} has no SPF record`],
    [
      DOMAIN,
      ['v=spf1 all exp=why.example.com'],
      `problem SPF: the SPF record of ${DOMAIN} allows every server`,
    ],
    [DOMAIN, ['v=spf1 mx -all exp=why.example.com'], `ok SPF: ${DOMAIN} has an SPF record`],
    [DOMAIN, 'fail', `warning SPF: ${DOMAIN} could not be looked up (ESERVFAIL)`],
    [KEY, [], `problem DKIM: ${KEY} has no key`],
    [KEY, ['v=DKIM1; p='], `problem DKIM: the key at ${KEY} is revoked`],
    [KEY, ['v=DKIM1;p= ; t=y'], `problem DKIM: the key at ${KEY} is revoked`],
    [KEY, ['another text', 'p=AAAA'], `ok DKIM: ${KEY} has a key`],
    [KEY, ['k=rsa;p=AAAA'], `ok DKIM: ${KEY} has a key`],
    [KEY, 'fail', `warning DKIM: ${KEY} could not be looked up (ESERVFAIL)`],
    [
      `_dmarc.${DOMAIN}`,
      [],
      `warning DMARC: ${DOMAIN} has no DMARC record, which large receivers require`,
    ],
    [
      `_dmarc.${DOMAIN}`,
      ['v=DMARC1; p=none'],
      `warning DMARC: _dmarc.${DOMAIN} protects nothing yet (p=none)`,
    ],
    [
      `_dmarc.${DOMAIN}`,
      ['v=DMARC1; rua=mailto:a@b'],
      `problem DMARC: _dmarc.${DOMAIN} has no valid policy`,
    ],
    [
      `_dmarc.${DOMAIN}`,
      ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
      `problem DMARC: _dmarc.${DOMAIN} has 2 records, and receivers accept one`,
    ],
    [
      `_dmarc.${DOMAIN}`,
      ['see v=DMARC1; p=none', 'v=DMARC1 ; P=Reject; sp=none'],
      `ok DMARC: _dmarc.${DOMAIN} protects the domain (p=reject)`,
    ],
    [`_dmarc.${DOMAIN}`, ['v=DMARC1'], `problem DMARC: _dmarc.${DOMAIN} has no valid policy`],
    [
      `_dmarc.${DOMAIN}`,
      'fail',
      `warning DMARC: _dmarc.${DOMAIN} could not be looked up (ESERVFAIL)`,
    ],
  ];
  for (const [name, texts, expected] of records) {
    it(`say "${expected}" of ${typeof texts === 'string' ? texts : texts.join(', ')}`, async () => {
      const result = await check(REFUSED, { ...GOOD, [name]: texts });
      assert(result.includes(expected), result.join('\n'));
    });
  }

  it('accept the DMARC record of a parent, with its policy for subdomains', async () => {
    const texts = {
      [DOMAIN]: GOOD[DOMAIN],
      '_dmarc.example.com': ['v=DMARC1; p=none; sp=reject'],
    };
    const result = await check(REFUSED, texts, { dkimSelector: null });
    assert.deepEqual(result.slice(2), [
      'warning DKIM: not checked: the name of the key is not known',
      'ok DMARC: _dmarc.example.com protects the domain (p=reject)',
    ]);
    const ofTopLevel = { ...GOOD, [`_dmarc.${DOMAIN}`]: [], '_dmarc.com': ['v=DMARC1; p=reject'] };
    assert.equal(
      (await check(REFUSED, ofTopLevel))[3],
      `warning DMARC: ${DOMAIN} has no DMARC record, which large receivers require`,
    );
  });

  it('show an SPF record to add', async () => {
    const [, spf] = await checksOf(REFUSED, {});
    assert.match(
      spf?.advice ?? '',
      /"v=spf1 include:YOUR-MAIL-PROVIDER ~all" to reports\.example\.com/,
    );
  });
});

const SES: MailSettings['transport'] = { kind: 'ses', configurationSet: 'reports-prod' };

function fillAccount(server: SesServer, change: object = {}): void {
  server.resources.set('GET /v2/email/account', {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 12 },
    ...change,
  });
}

describe('the checks of SES', () => {
  it('accepts a verified identity that signs, with a domain of its own for bounces', async () => {
    await using server = await startSesServer();
    fillAccount(server);
    server.resources.set(`GET /v2/email/identities/${DOMAIN}`, {
      VerifiedForSendingStatus: true,
      DkimAttributes: { Status: 'SUCCESS', SigningEnabled: true },
      MailFromAttributes: { MailFromDomain: `bounce.${DOMAIN}` },
    });
    const texts = { ...GOOD, [`bounce.${DOMAIN}`]: ['v=spf1 include:amazonses.com ~all'] };
    assert.deepEqual(await check(SES, texts, { connection: server.connection }), [
      'ok SES account: production access, 12 of 50000 messages in the last 24 hours',
      'ok SES identity: verified for sending',
      'ok DKIM: SES signs messages',
      'ok bounces: events of reports-prod',
      `ok SPF: bounce.${DOMAIN} has an SPF record`,
      `ok DMARC: _dmarc.${DOMAIN} protects the domain (p=quarantine)`,
    ]);
    assert.deepEqual(server.emails, []);
  });

  it('find a domain for bounces whose SPF record does not name SES', async () => {
    await using server = await startSesServer();
    const { connection } = server;
    const bounces = `bounce.${DOMAIN}`;
    server.resources.set(`GET /v2/email/identities/${DOMAIN}`, {
      MailFromAttributes: { MailFromDomain: bounces },
    });
    const spfOf = async (record: readonly string[]) => {
      const checks = await checksOf(SES, { ...GOOD, [bounces]: record }, { connection });
      const { level, result, advice } = checks.find(({ name }) => name === 'SPF') ?? assert.fail();
      return [level, result, advice];
    };
    assert.deepEqual(await spfOf(['v=spf1 include:mail.example.net ~all']), [
      'problem',
      `the SPF record of ${bounces} does not include amazonses.com`,
      'Add include:amazonses.com to it.',
    ]);
    assert.deepEqual(await spfOf([]), [
      'warning',
      `${bounces} has no SPF record`,
      `Add the TXT record "v=spf1 include:amazonses.com ~all" to ${bounces}.`,
    ]);
    // The DNS gives a long text in parts of 255 bytes.
    const longRecord = `v=spf1${' ip4:192.0.2.1'.repeat(17)} include:amazonses.com ~all`;
    assert.deepEqual(await spfOf([longRecord]), ['ok', `${bounces} has an SPF record`, null]);
  });

  it('find an account that may not send, and keys that are off or not created', async () => {
    await using server = await startSesServer();
    const { connection } = server;
    fillAccount(server, { SendingEnabled: false });
    const checksWith = async (DkimAttributes: object): Promise<readonly string[]> => {
      server.resources.set(`GET /v2/email/identities/${DOMAIN}`, {
        VerifiedForSendingStatus: true,
        DkimAttributes,
      });
      return check(SES, GOOD, { connection });
    };
    const checks = await checksWith({ Status: 'SUCCESS', SigningEnabled: false });
    assert.equal(checks[0], 'problem SES account: sending is paused');
    assert.equal(checks[3], 'problem DKIM: SES does not sign messages (off)');
    assert.equal(
      (await checksWith({ SigningEnabled: true }))[3],
      'problem DKIM: SES does not sign messages (NOT_STARTED)',
    );
  });

  it('read the identity of the address only where the domain has none', async () => {
    await using server = await startSesServer();
    server.resources.set(`GET /v2/email/identities/${DOMAIN}`, 'AccessDeniedException');
    server.resources.set('GET /v2/email/identities/reports@reports.example.com', {
      VerifiedForSendingStatus: true,
    });
    assert.equal(
      (await check(SES, GOOD, { connection: server.connection }))[1],
      'problem SES identity: could not be read (AccessDeniedException)',
    );
  });

  it('find the sandbox, a low rate, a pending identity and a missing configuration set', async () => {
    await using server = await startSesServer();
    fillAccount(server, { ProductionAccessEnabled: false, SendQuota: { MaxSendRate: 1 } });
    server.resources.set('GET /v2/email/identities/reports@reports.example.com', {
      VerifiedForSendingStatus: false,
      DkimAttributes: { Status: 'PENDING', SigningEnabled: true },
    });
    const { connection } = server;
    const result = await check({ kind: 'ses', configurationSet: null }, GOOD, { connection });
    assert.deepEqual(result.slice(0, 6), [
      'problem SES account: the account is in the sandbox: only verified addresses get messages',
      'warning SES account: REPORTS_MAIL_RATE is 14, but SES accepts 1 messages a second',
      'problem SES identity: not verified for sending',
      'problem DKIM: SES does not sign messages (PENDING)',
      'warning bounces: bounces and complaints do not end subscriptions',
      'ok SPF: SES uses a domain of its own for bounces, so DMARC relies on DKIM alone',
    ]);
  });

  it('name the code when SES cannot be asked', async () => {
    const server = await startSesServer();
    const { connection } = server;
    const result = await check(SES, GOOD, { connection });
    assert.deepEqual(result.slice(0, 2), [
      'problem SES account: could not be read (NotFoundException)',
      'problem SES identity: neither the domain nor the address of REPORTS_MAIL_FROM is an identity of SES in this region',
    ]);
    await server[Symbol.asyncDispose]();
    assert.equal(
      (await check(SES, GOOD, { connection }))[1],
      'problem SES identity: could not be read (ECONNREFUSED)',
    );
  });
});

describe('mail check', () => {
  it('prints one line for each check, or JSON, and exits with 1 for a problem', async () => {
    const { code, stdout } = await runCommand('mail', ['check'], { REPORTS_STORE: 'file:./x' });
    assert.deepEqual(
      { code, stdout },
      { code: 0, stdout: 'ok       outbox: messages are files in x/outbox, and nothing is sent\n' },
    );
    const env = { REPORTS_MAIL: 'smtp://127.0.0.1:1', REPORTS_MAIL_FROM: 'reports@localhost' };
    const json = await runCommand('mail', ['check', '--json'], env);
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.stdout.split('\n')[0] ?? ''), {
      name: 'SMTP server',
      level: 'problem',
      result: '127.0.0.1 port 1: CONNECTION_REFUSED',
      advice: 'Check host and port in REPORTS_MAIL; usual ports are 587 and 465.',
    });
  });

  it('refuses invalid settings and arguments, and a configuration without mail', async () => {
    const env = { REPORTS_MAIL: 'smtp://a:secret@host', REPORTS_SECRET: 'prod' };
    const wrongRun = await runCommand('mail', ['check', '--dkim-selector', 'a b'], env);
    assert.equal(wrongRun.code, 2);
    assert.match(wrongRun.stderr, /REPORTS_MAIL must not contain the password/);
    assert.match(wrongRun.stderr, /--dkim-selector must be/);
    assert.doesNotMatch(wrongRun.stderr, /secret@|:secret/);
    const unsetRun = await runCommand('mail', ['check'], { REPORTS_STORE: 's3://our-reports' });
    assert.equal(unsetRun.code, 2);
    assert.match(unsetRun.stderr, /REPORTS_MAIL is not set/);
    for (const args of [[], ['send']]) assert.equal((await runCommand('mail', args)).code, 2);
    assert.equal((await runCommand('mail', ['check', '--help'])).code, 0);
  });
});
