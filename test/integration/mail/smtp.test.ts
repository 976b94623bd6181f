// Sending to SMTP servers on real sockets: what arrives, and what each fault means for a message.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import type { MailSenderOptions } from '../../../lib/adapters/mail/index.ts';
import { openMailSender } from '../../../lib/adapters/mail/index.ts';
import type { SmtpTransport } from '../../../lib/adapters/mail/mail-settings.ts';
import { composeMail } from '../../../lib/adapters/mail/mime.ts';
import { openSmtpClient } from '../../../lib/adapters/mail/smtp.ts';
import type { MessageSender, SendOutcome } from '../../../lib/ports/deliveries.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { canary } from '../../support/secret-markers.ts';
import {
  NOW,
  PDF_BYTES,
  RENDERERS,
  reportMail,
  SETTINGS,
} from '../../support/mail/outgoing-mails.ts';
import {
  startScriptedSmtpServer,
  startSmtpServer,
  type Reaction,
} from '../../support/mail/smtp-server.ts';

const PASSWORD = canary('mail password');

function open(transport: SmtpTransport, options: Partial<MailSenderOptions> = {}): MessageSender {
  return openMailSender({
    settings: { ...SETTINGS, transport, rate: 1000 },
    password: () => Promise.resolve(PASSWORD),
    renderers: RENDERERS,
    clock: () => NOW,
    ...options,
  });
}

/** The outcome of one message to a server that follows the script. */
async function outcomeWith(
  script: Readonly<Record<string, Reaction | readonly Reaction[]>>,
  options: Partial<MailSenderOptions> = {},
): Promise<SendOutcome> {
  await using server = await startScriptedSmtpServer(script);
  const sender = open(server.transport, options);
  const outcome = await sender.send(reportMail());
  await sender.close();
  return outcome;
}

function notSent(reason: string): SendOutcome {
  return { state: 'notSent', reason, retryAfterSeconds: null };
}

describe('a message to an SMTP server', () => {
  it('goes out over STARTTLS with authentication, and arrives unchanged', async () => {
    await using server = await startSmtpServer({ password: PASSWORD });
    const sender = open(server.transport, { ca: server.ca });
    const outcomes = [
      await sender.send(reportMail()),
      await sender.send(reportMail({ messageId: 'second' })),
    ];
    await sender.close();
    assert.deepEqual(outcomes, [
      { state: 'sent', transportId: null },
      { state: 'sent', transportId: null },
    ]);
    assert.equal(server.connections(), 1);
    const [mail] = server.received;
    assert(mail !== undefined);
    const { from, to, isSecure, user } = mail;
    assert.deepEqual(
      { from, to, isSecure, user },
      {
        from: 'reports@reports.example.com',
        to: ['ana+reports@example.com'],
        isSecure: true,
        user: 'reporter',
      },
    );
    const parsedMail = await simpleParser(mail.bytes);
    assert.equal(parsedMail.subject, reportMail().message.subject);
    assert.equal(parsedMail.html, RENDERERS.html(reportMail()));
    assert.equal(parsedMail.attachments[0]?.content.equals(PDF_BYTES), true);
  });

  it('goes out without TLS only if nothing else is configured, even if the server offers it', async () => {
    await using server = await startScriptedSmtpServer({
      EHLO: '250-scripted\r\n250 STARTTLS',
      STARTTLS: '454 4.7.0 not now',
    });
    assert.equal((await open(server.transport).send(reportMail())).state, 'sent');
    assert(!server.commands.includes('STARTTLS'));
  });

  it('goes out without asking for a password where no user is configured', async () => {
    const password = () => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    assert.equal((await outcomeWith({}, { password })).state, 'sent');
  });

  it('goes out over TLS from the first byte', async () => {
    await using server = await startSmtpServer({ secure: true });
    const sender = open(server.transport, { ca: server.ca });
    assert.equal((await sender.send(reportMail())).state, 'sent');
    await sender.close();
    assert.equal(server.received[0]?.isSecure, true);
  });

  it('arrives whole when it is large', async () => {
    await using server = await startSmtpServer();
    const sender = open(server.transport, { ca: server.ca });
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251);
    const attachment = { fileName: 'report.pdf', bytes };
    assert.equal((await sender.send(reportMail({ attachment }))).state, 'sent');
    await sender.close();
    const [mail] = server.received;
    assert(mail !== undefined);
    const { attachments } = await simpleParser(mail.bytes);
    assert.equal(attachments[0]?.content.equals(bytes), true);
  });

  it('has the identifier that the server tells, without angle brackets', async () => {
    const outcome = await outcomeWith({ '.': '250 2.0.0 OK <a1@b.prod.outlook.com> queued' });
    assert.deepEqual(outcome, { state: 'sent', transportId: 'a1@b.prod.outlook.com' });
  });

  it('goes out in parallel over at most five connections', async () => {
    await using server = await startSmtpServer();
    const sender = open(server.transport, { ca: server.ca });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sender.send(reportMail({ messageId: `m${index}`, address: `reader${index}@example.com` })),
      ),
    );
    await sender.close();
    assert(outcomes.every(({ state }) => state === 'sent'));
    assert.equal(new Set(server.received.map(({ to }) => to[0])).size, 20);
    assert(server.connections() <= 5);
  });
});

describe('a message is known not to have gone out', () => {
  it('when the server does not offer STARTTLS', async () => {
    await using server = await startSmtpServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
    });
    const sender = open(server.transport, { ca: server.ca });
    assert.deepEqual(await sender.send(reportMail()), notSent('TLS_UNAVAILABLE'));
    assert.deepEqual(server.received, []);
  });

  it('when the server knows no version of TLS that is safe', async () => {
    await using server = await startSmtpServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    const sender = open(server.transport, { ca: server.ca });
    assert.deepEqual(await sender.send(reportMail()), notSent('CONNECTION_FAILED'));
    assert.deepEqual(server.received, []);
  });

  it('when the certificate is not trusted, or the password is wrong or cannot be read', async () => {
    await using server = await startSmtpServer({ password: PASSWORD });
    const outcomeOf = (options: Partial<MailSenderOptions>): Promise<SendOutcome> =>
      open(server.transport, options).send(reportMail());
    assert.deepEqual(await outcomeOf({}), notSent('TLS_CERTIFICATE'));
    const password = (): Promise<string> => Promise.resolve('another');
    assert.deepEqual(await outcomeOf({ ca: server.ca, password }), notSent('SMTP_535'));
    const failing = (): Promise<string> => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    assert.deepEqual(
      await outcomeOf({ ca: server.ca, password: failing }),
      notSent('SECRET_UNAVAILABLE'),
    );
    assert.deepEqual(server.received, []);
  });

  it('when the connection is refused, or the host does not exist', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    server.close();
    await once(server, 'close');
    const transport: SmtpTransport = {
      kind: 'smtp',
      host: '127.0.0.1',
      port: address.port,
      security: 'none',
      user: null,
    };
    assert.deepEqual(await open(transport).send(reportMail()), notSent('CONNECTION_REFUSED'));
    assert.deepEqual(
      await open({ ...transport, host: 'mail.invalid' }).send(reportMail()),
      notSent('HOST_NOT_FOUND'),
    );
  });

  const replies: readonly (readonly [command: string, reply: Reaction, reason: string])[] = [
    ['CONNECT', '554 5.3.2 ana@example.com no service', 'SMTP_554'],
    ['CONNECT', 'die', 'CONNECTION_CLOSED'],
    ['EHLO', '421 4.3.2 later', 'SMTP_421'],
    ['MAIL', '400 4.0.0 later', 'SMTP_400'],
    ['MAIL', '451 4.7.1 greylisted', 'SMTP_451'],
    ['MAIL', '421 4.7.0 too many connections', 'SMTP_421'],
    ['MAIL', 'die', 'CONNECTION_CLOSED'],
    ['MAIL', '503 5.5.1 bad sequence', 'SMTP_503'],
    ['RCPT', '503 5.5.1 bad sequence', 'SMTP_503'],
    ['RCPT', '450 4.2.0 greylisted', 'SMTP_450'],
    ['RCPT', '452 4.2.2 mailbox full', 'SMTP_452'],
    ['RCPT', '421 4.7.0 too many messages', 'SMTP_421'],
    ['RCPT', 'die', 'CONNECTION_CLOSED'],
    ['RCPT', 'reset', 'CONNECTION_FAILED'],
    ['DATA', '451 4.3.0 later', 'SMTP_451'],
    ['DATA', 'die', 'CONNECTION_CLOSED'],
    ['.', '503 5.5.1 bad sequence', 'SMTP_503'],
    ['.', '400 4.0.0 later', 'SMTP_400'],
    ['.', '452 4.3.1 no space', 'SMTP_452'],
    ['.', '421 4.3.0 shutting down', 'SMTP_421'],
  ];
  for (const [command, reply, reason] of replies) {
    it(`when the server answers ${command} with "${reply}"`, async () => {
      assert.deepEqual(await outcomeWith({ [command]: reply }), notSent(reason));
    });
  }

  it('when the server does not speak TLS, or a user has no password', async () => {
    await using server = await startScriptedSmtpServer({ EHLO: '250-scripted\r\n250 AUTH PLAIN' });
    const sender = open({ ...server.transport, security: 'tls' });
    assert.deepEqual(await sender.send(reportMail()), notSent('CONNECTION_FAILED'));
    const password = () => Promise.resolve(null);
    const withoutPassword = open({ ...server.transport, user: 'reporter' }, { password });
    assert.deepEqual(await withoutPassword.send(reportMail()), notSent('SMTP_AUTHENTICATION'));
    assert(!server.commands.includes('MAIL'));
  });

  it('when the server refuses to begin TLS', async () => {
    const offer = { EHLO: '250-scripted\r\n250 STARTTLS' };
    for (const [reply, reason] of [
      ['454 4.7.0 TLS is not available', 'TLS_UNAVAILABLE'],
      ['die', 'CONNECTION_CLOSED'],
    ] as const) {
      await using server = await startScriptedSmtpServer({ ...offer, STARTTLS: reply });
      const sender = open({ ...server.transport, security: 'starttls' });
      assert.deepEqual(await sender.send(reportMail()), notSent(reason));
      assert(!server.commands.includes('MAIL'));
    }
  });

  it('when the server offers no authentication, or refuses it for now', async () => {
    for (const [script, reason] of [
      [{ EHLO: '250 scripted', AUTH: '502 5.5.1 not implemented' }, 'SMTP_502'],
      [{ EHLO: '250-scripted\r\n250 AUTH PLAIN', AUTH: '454 4.7.0 later' }, 'SMTP_454'],
    ] as const) {
      await using server = await startScriptedSmtpServer(script);
      const sender = open({ ...server.transport, user: 'reporter' });
      assert.deepEqual(await sender.send(reportMail()), notSent(reason));
      assert(!server.commands.includes('MAIL'));
    }
  });

  it('when the server is silent before the message, or its reply has no end', async () => {
    for (const script of [
      { CONNECT: 'silence' },
      { MAIL: 'silence' },
      { DATA: 'silence' },
      { MAIL: 'drip' },
    ]) {
      const outcome = await outcomeWith(script, { connectTimeoutMs: 100, sendTimeoutMs: 100 });
      assert.deepEqual(outcome, notSent('TIMEOUT'), JSON.stringify(script));
    }
  });

  it('when the connection dies in the middle of the message', async () => {
    await using server = await startScriptedSmtpServer({ CONTENT: 'die' });
    const sender = open(server.transport);
    const attachment = { fileName: 'report.pdf', bytes: new Uint8Array(9 * 1024 * 1024) };
    const outcome = await sender.send(reportMail({ attachment }));
    assert.equal(outcome.state, 'notSent');
    assert(!server.commands.includes('.'));
  });
});

describe('a message is refused', () => {
  const replies: readonly (readonly [
    command: string,
    reply: string,
    reason: string,
    endsSubscription: boolean,
  ])[] = [
    ['MAIL', '550 5.7.1 sender not allowed', 'SMTP_550', false],
    ['RCPT', '550 no such user', 'SMTP_550', true],
    ['RCPT', '550 5.1.1 no such user ana+reports@example.com', 'SMTP_550', true],
    ['RCPT', '551 5.1.6 moved', 'SMTP_551', true],
    ['RCPT', '553 5.1.3 bad address', 'SMTP_553', true],
    ['RCPT', '550 5.2.1 mailbox disabled', 'SMTP_550', true],
    ['RCPT', '550-5.1.1 no such user\r\n550 5.1.1 see https://example.com', 'SMTP_550', true],
    ['RCPT', '556 5.1.10 the domain accepts no mail', 'SMTP_556', true],
    ['RCPT', '550 no such user (550 5.7.1 elsewhere)', 'SMTP_550', true],
    ['RCPT', '550 5.1.70 no such user', 'SMTP_550', true],
    ['RCPT', '550 5.10.1 not defined', 'SMTP_550', false],
    ['RCPT', '550 5.2.10 not defined', 'SMTP_550', false],
    ['RCPT', '554 no such user', 'SMTP_554', false],
    ['RCPT', '500 5.5.2 syntax error', 'SMTP_500', false],
    ['RCPT', '550 5.1.7 bad sender', 'SMTP_550', false],
    ['RCPT', '550 5.1.8 bad sender', 'SMTP_550', false],
    ['RCPT', '550 5.4.1 no access', 'SMTP_550', false],
    ['MAIL', '550 5.1.1 no such sender', 'SMTP_550', false],
    ['DATA', '554 5.5.1 no valid recipients', 'SMTP_554', false],
    ['RCPT', '550 5.7.1 blocked by policy', 'SMTP_550', false],
    ['RCPT', '554 5.7.1 relaying denied', 'SMTP_554', false],
    ['RCPT', '552 5.2.2 mailbox full', 'SMTP_552', false],
    ['.', '554 5.7.1 looks like spam', 'SMTP_554', false],
    ['.', '550 5.1.1 no such user', 'SMTP_550', true],
    ['.', '554 5.2.1 mailbox disabled', 'SMTP_554', true],
    ['DATA', '554 5.1.1 no valid recipients', 'SMTP_554', true],
    ['.', '550 5.1.8 bad sender', 'SMTP_550', false],
    ['.', '550 5.7.1 refused by policy', 'SMTP_550', false],
    ['.', '550 5.6.0 malformed message', 'SMTP_550', false],
    ['.', '550 refused', 'SMTP_550', false],
    ['.', '553 refused', 'SMTP_553', false],
  ];
  for (const [command, reply, reason, endsSubscription] of replies) {
    it(`when the server answers ${command} with "${reply.replace('\r\n', ' / ')}"`, async () => {
      assert.deepEqual(await outcomeWith({ [command]: reply }), {
        state: 'refused',
        reason,
        endsSubscription,
      });
    });
  }

  it('when its address is not one, without a connection', async () => {
    await using server = await startScriptedSmtpServer({});
    const sender = open(server.transport);
    for (const address of ['', 'ana', 'a@b\r\nRCPT TO:<c@d>', 'a b@c', '<a@b>', 'a@b>', '"a"@b']) {
      assert.deepEqual(await sender.send(reportMail({ address })), {
        state: 'refused',
        reason: 'ADDRESS_INVALID',
        endsSubscription: true,
      });
    }
    assert.deepEqual(server.commands, []);
  });

  it('when the client of the server finds its address malformed', async () => {
    await using server = await startScriptedSmtpServer({});
    const client = openSmtpClient({
      transport: server.transport,
      password: () => Promise.resolve(null),
      clock: () => NOW,
    });
    const mail = await composeMail(reportMail({ address: 'a@b>' }), {
      settings: SETTINGS,
      renderers: RENDERERS,
      at: NOW,
    });
    assert.deepEqual(await client.send(mail), {
      state: 'refused',
      reason: 'ADDRESS_INVALID',
      endsSubscription: true,
    });
    assert(!server.commands.includes('MAIL'));
  });

  it('when it is larger than the server accepts', async () => {
    const outcome = await outcomeWith({ EHLO: '250-scripted\r\n250 SIZE 100' });
    assert.deepEqual(outcome, {
      state: 'refused',
      reason: 'MESSAGE_TOO_LARGE',
      endsSubscription: false,
    });
  });
});

describe('it is unknown whether a message went out', () => {
  it('when the server accepts the data and the connection ends', async () => {
    assert.deepEqual(await outcomeWith({ '.': 'die' }), {
      state: 'unknown',
      reason: 'CONNECTION_CLOSED',
    });
  });

  it('when the server answers the data with a reply that is neither success nor error', async () => {
    assert.deepEqual(await outcomeWith({ '.': '354 go on' }), {
      state: 'unknown',
      reason: 'SMTP_354',
    });
  });

  it('when the server does not answer the data in time', async () => {
    assert.deepEqual(await outcomeWith({ '.': 'silence' }, { sendTimeoutMs: 1_000 }), {
      state: 'unknown',
      reason: 'TIMEOUT',
    });
  });

  it('and the message is not sent again over another connection', async () => {
    await using server = await startScriptedSmtpServer({ '.': ['250 Ok', 'die'] });
    const sender = open(server.transport);
    assert.equal((await sender.send(reportMail())).state, 'sent');
    assert.equal((await sender.send(reportMail({ messageId: 'second' }))).state, 'unknown');
    assert.equal(server.commands.filter((command) => command === '.').length, 2);
  });
});

describe('a connection that was used before', () => {
  it('is replaced when the server ended it, before anything of the message is sent', async () => {
    for (const reaction of ['421 4.4.2 idle', 'die', 'reset']) {
      await using server = await startScriptedSmtpServer({ MAIL: ['250 Ok', reaction, '250 Ok'] });
      const sender = open(server.transport);
      const send = async (messageId: string): Promise<string> =>
        (await sender.send(reportMail({ messageId }))).state;
      assert.deepEqual([await send('one'), await send('two')], ['sent', 'sent']);
      assert.equal(server.commands.filter((command) => command === '.').length, 2);
      await sender.close();
    }
  });

  it('is ended with QUIT when it is too old, and when the sender is closed', async () => {
    await using server = await startScriptedSmtpServer({});
    let now = NOW;
    const sender = open(server.transport, { clock: () => now });
    await sender.send(reportMail());
    now += 10_000;
    await sender.send(reportMail({ messageId: 'second' }));
    const quits = () => server.commands.filter((command) => command === 'QUIT').length;
    while (quits() < 1) await setImmediate();
    await sender.close();
    while (quits() < 2) await setImmediate();
    assert.equal(server.commands.filter((command) => command === 'EHLO').length, 2);
  });

  it('is not used again when a message was refused', async () => {
    await using server = await startScriptedSmtpServer({ RCPT: ['550 no such user', '250 Ok'] });
    const sender = open(server.transport);
    assert.equal((await sender.send(reportMail())).state, 'refused');
    assert.equal((await sender.send(reportMail({ messageId: 'second' }))).state, 'sent');
    assert.equal(server.commands.filter((command) => command === 'EHLO').length, 2);
    await sender.close();
  });

  it('is ended when the message is refused, the server is silent or the login fails', async () => {
    for (const [script, options] of [
      [{ RCPT: '550 no such user' }, {}],
      [{ '.': 'silence' }, { sendTimeoutMs: 100 }],
      [{ EHLO: '250-scripted\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 wrong password' }, {}],
    ] as const) {
      await using server = await startScriptedSmtpServer(script);
      const user = 'AUTH' in script ? 'reporter' : null;
      const sender = open({ ...server.transport, user }, options);
      assert.notEqual((await sender.send(reportMail())).state, 'sent');
      while (server.openConnections() > 0) await setImmediate();
    }
  });

  it('is not replaced when the server defers the message', async () => {
    await using server = await startScriptedSmtpServer({ RCPT: ['250 Ok', '450 4.2.0 later'] });
    const sender = open(server.transport);
    assert.equal((await sender.send(reportMail())).state, 'sent');
    assert.deepEqual(await sender.send(reportMail({ messageId: 'second' })), notSent('SMTP_450'));
    assert.equal(server.commands.filter((command) => command === 'EHLO').length, 1);
    await sender.close();
  });

  it('is not used after ten seconds', async () => {
    await using server = await startSmtpServer();
    let now = NOW;
    const sender = open(server.transport, { ca: server.ca, clock: () => now });
    await sender.send(reportMail());
    now += 9_999;
    await sender.send(reportMail({ messageId: 'second' }));
    assert.equal(server.connections(), 1);
    now += 10_000;
    await sender.send(reportMail({ messageId: 'third' }));
    await sender.close();
    assert.equal(server.connections(), 2);
  });
});
