// SMTP servers on real sockets: one by smtp-server that a test configures, and one that follows a script of replies.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from '../../integration/feedback-api/tls-certificate.ts';
import type { SmtpTransport } from '../../../lib/adapters/mail/mail-settings.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly bytes: Buffer;
  readonly isSecure: boolean;
  readonly user: string | null;
}

export interface TestSmtpServer extends AsyncDisposable {
  readonly transport: SmtpTransport;
  readonly received: readonly ReceivedMail[];
  readonly connections: () => number;
  /** The authority of the certificate. */
  readonly ca: string;
}

const YEAR_MS = 366 * 86_400_000;

/** The user is "reporter"; other users and passwords are refused. */
export async function startSmtpServer(
  options: SMTPServerOptions & { readonly password?: string } = {},
): Promise<TestSmtpServer> {
  const { password, ...serverOptions } = options;
  const { cert, key } = makeCertificate({
    address: [127, 0, 0, 1],
    // eslint-disable-next-line no-restricted-syntax
    notBefore: new Date(Date.now() - YEAR_MS),
    // eslint-disable-next-line no-restricted-syntax
    notAfter: new Date(Date.now() + YEAR_MS),
  });
  const receivedMails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    authOptional: password === undefined,
    onAuth: ({ username, password: given }, _session, callback) => {
      if (username === 'reporter' && given === password) callback(null, { user: username });
      else
        callback(Object.assign(new Error('wrong for secret@example.com'), { responseCode: 535 }));
    },
    onConnect: (_session, callback) => {
      connections += 1;
      callback();
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        receivedMails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          bytes: Buffer.concat(chunks),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
        callback(null, 'queued');
      });
    },
    ...serverOptions,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    transport: {
      kind: 'smtp',
      host: '127.0.0.1',
      port: portOf(listening.address()),
      security: serverOptions.secure === true ? 'tls' : 'starttls',
      user: password === undefined ? null : 'reporter',
    },
    received: receivedMails,
    connections: () => connections,
    ca: cert,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * What a scripted server does at a command: a reply, "silence", "drip": a reply without end, "die": the end of the
 * connection, or "reset".
 */
export type Reaction = string;

export interface ScriptedSmtpServer extends AsyncDisposable {
  readonly transport: SmtpTransport;
  /** The commands of all connections; a message is "." */
  readonly commands: readonly string[];
  readonly openConnections: () => number;
}

/** Replies to commands by their first word; "." is the end of a message. Unnamed commands get the usual reply. */
export async function startScriptedSmtpServer(
  script: Readonly<Record<string, Reaction | readonly Reaction[]>>,
): Promise<ScriptedSmtpServer> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const uses = new Map<string, number>();
  const reactionTo = (verb: string): Reaction => {
    const scripted = script[verb] ?? USUAL[verb] ?? '250 2.0.0 Ok';
    if (typeof scripted === 'string') return scripted;
    const use = uses.get(verb) ?? 0;
    uses.set(verb, use + 1);
    return scripted[Math.min(use, scripted.length - 1)] ?? 'die';
  };
  const server = createServer((socket) => {
    let unreadText = '';
    let isData = false;
    const react = (verb: string): void => {
      const reaction = reactionTo(verb);
      if (reaction === 'die') socket.destroy();
      else if (reaction === 'reset') socket.resetAndDestroy();
      else if (reaction === 'drip') drip(socket);
      else if (reaction !== 'silence') socket.write(`${reaction}\r\n`);
      isData = verb === 'DATA' && reaction.startsWith('354');
      if (verb === 'QUIT') socket.end();
    };
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      unreadText += chunk;
      if (isData && script['CONTENT'] === 'die') socket.destroy();
      for (;;) {
        const end = unreadText.indexOf('\r\n');
        if (end < 0) return;
        const line = unreadText.slice(0, end);
        unreadText = unreadText.slice(end + 2);
        if (isData && line !== '.') continue;
        const verb = isData ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
        commands.push(verb);
        react(verb);
      }
    });
    react('CONNECT');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    transport: {
      kind: 'smtp',
      host: '127.0.0.1',
      port: portOf(server.address()),
      security: 'none',
      user: null,
    },
    commands,
    openConnections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lines of a reply whose last one never comes. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 10);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

const USUAL: Readonly<Record<string, Reaction>> = {
  CONNECT: '220 ready',
  EHLO: '250 scripted',
  DATA: '354 go on',
  QUIT: '221 bye',
};
