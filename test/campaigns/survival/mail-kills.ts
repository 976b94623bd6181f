// Kills processes with SIGKILL while they send messages from a folder to an SMTP server. Two processes at once make up for it:
// no message may be lost, and none may reach the server twice unless a person has sent it again.
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { openArchive } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import type { LocalDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { openLocalDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { listDeliveries } from '../../../lib/delivery/deliveries.ts';
import { sendAgain } from '../../../lib/delivery/send-again.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { commitTestReport, openFolderArchive, STORE } from '../../support/archive.ts';
import { startSmtpServer } from '../../support/mail/smtp-server.ts';
import { createRandom, createReport } from '../../support/test-reports.ts';
import type { Mailer } from './mailers.ts';
import { startMailer } from './mailers.ts';
import type { CampaignResult } from './report-outcome.ts';

export interface MailKillOptions {
  readonly seed: number;
  readonly kills: number;
  /** Called after each round with the number of kills. */
  readonly onKills?: (killCount: number) => void;
}

const WEEK = '2026-W46';
const MONDAY = Date.parse('2026-11-16T20:00:00Z');
const SUBSCRIPTIONS = 12;
const MAX_KILLS_PER_ROUND = 3;
/** An attempt that was interrupted is over. */
const LATER_MS = 6 * MINUTE_MS;
/** About as long as a process sends. */
const MAX_SENDING_MS = 400;

const MOMENTS = [
  'at a random time',
  'at a recipient',
  'before an answer',
  'after an answer',
] as const;
type KillMoment = (typeof MOMENTS)[number];

/** The server, which kills the sending process at a moment of one of the next messages. */
interface KillingServer {
  readonly url: string;
  /** The recipients by Message-ID, one for each message that arrived whole. */
  readonly received: Map<string, string[]>;
  next: { readonly moment: KillMoment; messages: number; readonly mailer: Mailer } | null;
}

export async function killMailers({
  seed,
  kills,
  onKills,
}: MailKillOptions): Promise<CampaignResult> {
  const random = createRandom(seed);
  await using resources = new AsyncDisposableStack();
  const server = await startKillingServer(resources);
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const count = (what: string, times = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + times);
  };
  let [killCount, rounds, messages] = [0, 0, 0];
  for (; killCount < kills && rounds < kills; rounds += 1) {
    const round = await openRound(server);
    let now = MONDAY;
    for (let i = 0; i < MAX_KILLS_PER_ROUND && killCount < kills; i += 1) {
      const moment = MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'at a random time';
      const isKilled = await sendAndKill(server, round.env, { moment, random, now });
      count(isKilled ? `killed ${moment}` : '(ended before)');
      if (isKilled) killCount += 1;
      now += LATER_MS;
    }
    const result = await finishRound(server, round, now);
    violations.push(...result.violations.map((what) => `round ${rounds}: ${what}`));
    count('unknown after a kill', result.unknown);
    count('sent again by a person', result.unknown);
    messages += [...server.received.values()].flat().length;
    await rm(round.folder, { recursive: true });
    onKills?.(killCount);
  }
  if (killCount < kills) violations.push(`only ${killCount} of ${kills} kills`);
  return {
    violations,
    counts,
    summary: `seed ${seed}: ${killCount} kills of processes that send messages, ${rounds} weeks of ${SUBSCRIPTIONS} messages, ${messages} arrived`,
  };
}

async function sendAndKill(
  server: KillingServer,
  env: Readonly<Record<string, string>>,
  { moment, random, now }: { moment: KillMoment; random: () => number; now: number },
): Promise<boolean> {
  const mailer = await startMailer(env);
  server.next = { moment, messages: Math.floor(random() * SUBSCRIPTIONS), mailer };
  const timer = new AbortController();
  const killed =
    moment === 'at a random time'
      ? delay(random() * MAX_SENDING_MS, null, { signal: timer.signal })
          .then(() => mailer.kill())
          .catch(() => undefined)
      : null;
  const states = await mailer.send({ week: WEEK, now });
  timer.abort();
  await killed;
  server.next = null;
  return states === null;
}

interface Round {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly deliveries: LocalDeliveries;
  /** By id. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** A new folder with one report and its subscriptions. */
async function openRound(server: KillingServer): Promise<Round> {
  server.received.clear();
  const folder = await mkdtemp(join(tmpdir(), 'mail-kills-'));
  const env = {
    REPORTS_STORE: `file:${folder}`,
    REPORTS_MAIL: server.url,
    REPORTS_MAIL_FROM: 'reports@example.com',
    REPORTS_MAIL_RATE: '1000',
    REPORTS_PUBLIC_URL: 'https://reports.example.com',
  };
  await commitTestReport(openFolderArchive(folder), createReport(STORE, { week: WEEK }));
  const deliveries = openDeliveries(env, MONDAY);
  const addresses = new Map<string, string>();
  for (let i = 0; i < SUBSCRIPTIONS; i += 1) {
    const address = `reader${i}@example.com`;
    const { subscription } = await createSubscription(
      withoutJobs(deliveries),
      WHOLE_COMPANY,
      {
        ...{ folder: STORE.key, channel: 'mail', address, locale: 'en' },
        ...{ when: 'ready', only: 'always', attach: 'pdf' },
      },
      { isConfirmed: true },
    );
    addresses.set(subscription.id, address);
  }
  return { folder, env, deliveries, addresses };
}

function openDeliveries(env: Readonly<Record<string, string>>, now: number): LocalDeliveries {
  const { config } = readConfig(env, { api: 'none' });
  if (config === null) throw new TypeError('no configuration');
  const system = { clock: () => now, random: () => 0 };
  return openLocalDeliveries(config, {
    repository: openArchive(config, system),
    secret: null,
    system,
  });
}

/** The planner of the processes finds what is to be sent. */
function withoutJobs(deliveries: LocalDeliveries): DeliveryContext {
  return { ...deliveries, jobs: { send: () => Promise.resolve() } };
}

/** Two processes at once finish the week; then a person sends again what may not have arrived. */
async function finishRound(
  server: KillingServer,
  { env, addresses }: Round,
  now: number,
): Promise<{ readonly violations: readonly string[]; readonly unknown: number }> {
  const violations: string[] = [];
  const sendAtOnce = async (at: number): Promise<void> => {
    const mailers = await Promise.all([startMailer(env), startMailer(env)]);
    await Promise.all(mailers.map((mailer) => mailer.send({ week: WEEK, now: at })));
  };
  await sendAtOnce(now);
  const first = await readStates(env, now);
  const arrivals = countArrivals(server, addresses, violations);
  for (const id of addresses.keys()) {
    const [state, arrived] = [first.get(id) ?? 'nothing', arrivals.get(id) ?? 0];
    const isAllowed = state === 'sent' ? arrived === 1 : state === 'unknown' && arrived <= 1;
    if (!isAllowed) violations.push(`${id} is ${state} and arrived ${arrived} times`);
  }
  const unknown = [...first].filter(([, state]) => state === 'unknown').map(([id]) => id);
  const context = withoutJobs(openDeliveries(env, now));
  for (const subscription of unknown) {
    await sendAgain(context, WHOLE_COMPANY, { week: WEEK, subscription });
  }
  await sendAtOnce(now + LATER_MS);
  const second = await readStates(env, now);
  const laterArrivals = countArrivals(server, addresses, violations);
  for (const id of addresses.keys()) {
    const laterCount = laterArrivals.get(id) ?? 0;
    const expected = (arrivals.get(id) ?? 0) + (unknown.includes(id) ? 1 : 0);
    if (second.get(id) !== 'sent' || laterCount !== expected) {
      violations.push(
        `${id} is ${second.get(id) ?? 'nothing'} in the end and arrived ${laterCount} times`,
      );
    }
  }
  return { violations, unknown: unknown.length };
}

async function readStates(
  env: Readonly<Record<string, string>>,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const week = parseWeek(WEEK);
  if (week === null) throw new RangeError('no week');
  const context = withoutJobs(openDeliveries(env, now));
  const deliveries = await listDeliveries(context, WHOLE_COMPANY, week);
  return new Map(
    deliveries.map(({ subscription, receipt }) => [subscription.id, receipt?.state ?? 'nothing']),
  );
}

/** Messages that arrived, by subscription. */
function countArrivals(
  { received }: KillingServer,
  addresses: ReadonlyMap<string, string>,
  violations: string[],
): ReadonlyMap<string, number> {
  const arrivals = new Map<string, number>();
  for (const [messageId, recipients] of received) {
    const [id, address] = [...addresses].find(([key]) => messageId.includes(key)) ?? [];
    if (id === undefined || recipients.some((recipient) => recipient !== address)) {
      violations.push(`${messageId} went to ${recipients.join(' ')}`);
      continue;
    }
    arrivals.set(id, recipients.length);
  }
  return arrivals;
}

async function startKillingServer(resources: AsyncDisposableStack): Promise<KillingServer> {
  const receivedMessages = new Map<string, string[]>();
  const kill = async (moment: KillMoment): Promise<void> => {
    const { next } = state;
    if (next?.moment !== moment) return;
    if (next.messages === 0) {
      state.next = null;
      await next.mailer.kill();
    } else next.messages -= 1;
  };
  const onData: SMTPServerOptions['onData'] = (stream, session, callback) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const messageId = /^Message-ID: <([^>]+)>/im.exec(text)?.[1] ?? '';
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      receivedMessages.set(messageId, [...(receivedMessages.get(messageId) ?? []), ...recipients]);
      void kill('before an answer').then(() => {
        callback(null, 'queued');
        setImmediate(() => void kill('after an answer'));
      });
    });
  };
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, callback) => {
    void kill('at a recipient').then(() => {
      callback();
    });
  };
  const server = resources.use(await startSmtpServer({ onData, onRcptTo }));
  const state: KillingServer = {
    url: `smtp://127.0.0.1:${server.transport.port}`,
    received: receivedMessages,
    next: null,
  };
  return state;
}
