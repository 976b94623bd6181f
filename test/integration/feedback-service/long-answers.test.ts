// Limits of long answers, with sockets that read and sockets that do not.
import assert from 'node:assert/strict';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, describe, it, type TestContext } from 'node:test';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { createLongAnswers, type Reader } from '../../../lib/feedback-service/http/long-answers.ts';
import type { Company, FeedbackServiceOptions } from '../../../lib/feedback-service/index.ts';
import { openTestCompany } from '../../support/data-set.ts';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import {
  basic,
  noon,
  pageOf,
  problemOf,
  serve,
  sha256,
  type Served,
} from '../../support/feedback-service/served-company.ts';

const [ENDLESS, LONG] = [11, 12];
/** 40 MB are more than the sockets of both sides hold. */
const items = new Map([
  [ENDLESS, 20_000],
  [LONG, 500],
]);
const opened = await openTestCompany(companyOf([survey(ENDLESS), survey(LONG)], {}), () => noon);
after(() => opened.close());
const text = 'x'.repeat(2_000);

/** Has as many comments of 2,000 characters as `items` says. */
function companyNamed(name: string): Company {
  return {
    credentials: () => Promise.resolve([{ clientId: name, tokenSha256: sha256(name) }]),
    store: {
      ...opened.company.store,
      events: async function* (key) {
        const count = items.get(key) ?? 0;
        for (let start = 0; start < count; start += 100) {
          yield Array.from({ length: 100 }, (_, i) => ({
            ...{ ts: noon - count + start + i, r: 0 },
            open: { text, isOldWebItem: false },
          }));
          await setImmediate();
        }
      },
    },
  };
}

const names = ['acme', 'globex', 'initech'];
const path = (key: number): string => `/v1/surveys/${key}/openfeedback`;

interface Client {
  /** Undefined until the headers of the answer have come. */
  readonly status: () => number | undefined;
  /** Resolves with the body if the client reads; rejects when the answer is cut short. */
  readonly ended: Promise<Buffer>;
  readonly destroy: () => void;
}

type Reading = 'reads' | 'stalls' | 'reads slowly';

function connectClient(url: string, name: string, key: number, reading: Reading): Client {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Buffer>();
  ended.catch(() => undefined);
  let answer: IncomingMessage | undefined;
  const headers = { authorization: basic(name, name) };
  const request = httpGet(url + path(key), { headers, agent: false }, (response) => {
    answer = response;
    response.on('error', reject);
    if (reading === 'reads') buffer(response).then(resolve, reject);
    if (reading === 'reads slowly') {
      const timer = setInterval(() => void response.read(1_024), 20);
      response.on('close', () => {
        clearInterval(timer);
      });
    }
  });
  request.on('error', reject);
  return {
    status: () => answer?.statusCode,
    ended,
    destroy: () => {
      request.destroy();
    },
  };
}

interface ServedCompanies extends Served {
  readonly connect: (
    count: number,
    name: string,
    key: number,
    reading: Reading,
  ) => readonly Client[];
  readonly askAs: (name: string, path: string) => ReturnType<Served['ask']>;
}

async function serveCompanies(
  t: TestContext,
  options: Partial<FeedbackServiceOptions> = {},
): Promise<ServedCompanies> {
  const clients: Client[] = [];
  // Before the service closes, which would wait for them.
  t.after(() => {
    for (const { destroy } of clients) destroy();
  });
  const served = await serve(t, names.map(companyNamed), {
    caps: { openFeedback: 100_000 },
    ...options,
  });
  return {
    ...served,
    askAs: (name, asked) => served.ask(asked, { headers: { authorization: basic(name, name) } }),
    connect: (count, ...of) => {
      const connected = Array.from({ length: count }, () => connectClient(served.url, ...of));
      clients.push(...connected);
      return connected;
    },
  };
}

const answered = (clients: readonly Client[]): number =>
  clients.filter(({ status }) => status() === 200).length;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}

describe('long answers', () => {
  it('are sent three at a time to one company and six in all, and the next ones wait', async (t) => {
    const { connect, askAs } = await serveCompanies(t);
    const [ofAcme, ofGlobex] = ['acme', 'globex'].map((name) =>
      connect(16, name, ENDLESS, 'stalls'),
    );
    assert.ok(ofAcme !== undefined && ofGlobex !== undefined);
    await until(() => answered(ofAcme) === 3 && answered(ofGlobex) === 3);
    const ofInitech = connect(1, 'initech', LONG, 'reads');
    for (const name of names) assert.equal((await askAs(name, '/v1/folders')).status, 200);
    assert.deepEqual([ofAcme, ofGlobex, ofInitech].map(answered), [3, 3, 0]);
    // The company that has none is next.
    ofAcme.find(({ status }) => status() === 200)?.destroy();
    await ofInitech[0]?.ended;
    await until(() => answered(ofAcme) === 4);
  });

  it('are complete, however many are wanted at a time', async (t) => {
    const { connect } = await serveCompanies(t);
    const clients = names.flatMap((name) => connect(16, name, LONG, 'reads'));
    for (const { ended } of clients) {
      const body: unknown = JSON.parse((await ended).toString());
      assert.equal(pageOf({ status: 200, headers: new Headers(), body }).data.length, 500);
    }
  });

  it('leave others unaffected by 60 slow readers', async (t) => {
    const { connect, askAs } = await serveCompanies(t);
    const slow = connect(60, 'acme', ENDLESS, 'stalls');
    await until(() => answered(slow) === 3);
    const [download] = connect(1, 'globex', LONG, 'reads');
    await download?.ended;
    for (const name of names) {
      const { status, body } = await askAs(name, `/v1/surveys/${ENDLESS}/results`);
      assert.deepEqual([status, body], [200, []]);
    }
    assert.equal(answered(slow), 3);
  });

  it('get 429 while 64 are waiting, but not those of a company that has none', async (t) => {
    const errors: unknown[] = [];
    const { connect, askAs } = await serveCompanies(t, { onError: (error) => errors.push(error) });
    const running = connect(3, 'acme', ENDLESS, 'stalls');
    await until(() => answered(running) === 3);
    const waiting = connect(65, 'acme', ENDLESS, 'stalls');
    await until(() => waiting.some(({ status }) => status() !== undefined));
    const refused = await askAs('acme', path(LONG));
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
    assert.equal(problemOf(refused).code, 'LONG_ANSWERS_LIMITED');
    assert.deepEqual(
      waiting.flatMap(({ status }) => status() ?? []),
      [429],
    );
    assert.equal((await askAs('globex', path(LONG))).status, 200);
    // Clients that disconnect leave no trace.
    for (const { destroy } of [...waiting, ...running]) destroy();
    for (let status = 0; status !== 200;) ({ status } = await askAs('acme', path(LONG)));
    assert.deepEqual(errors, []);
  });

  it('end when their client reads slowly while others wait, as many as wait', async (t) => {
    const answers: boolean[] = [];
    const { connect } = await serveCompanies(t, {
      ...{ slowMs: 200, onAnswered: ({ isComplete }) => answers.push(isComplete) },
    });
    const slow = connect(3, 'acme', ENDLESS, 'reads slowly');
    await until(() => answered(slow) === 3);
    // Nobody waits: several periods change nothing.
    await wait(1_000);
    assert.deepEqual(answers, []);
    const [waiting] = connect(1, 'acme', LONG, 'reads');
    assert.ok(waiting !== undefined);
    assert.ok((await waiting.ended).length > 1_000_000);
    await until(() => answers.length === 2);
    assert.deepEqual(answers.toSorted(), [false, true]);
    await wait(1_000);
    assert.equal(answers.length, 2);
  });

  it('end after a minute in which their client reads nothing, but not while they wait', async (t) => {
    const { connect } = await serveCompanies(t, { idleMs: 1_500 });
    const slow = connect(3, 'acme', ENDLESS, 'stalls');
    await until(() => answered(slow) === 3);
    const [waiting] = connect(1, 'acme', LONG, 'reads');
    assert.ok(waiting !== undefined);
    assert.ok((await waiting.ended).length > 1_000_000);
  });
});

describe('places of long answers', () => {
  const [acme, globex] = [companyNamed('acme'), companyNamed('globex')];
  const { signal } = new AbortController();

  /** A connection whose client reads so many bytes from one look to the next. */
  function readerOf(bytes: number, pending = 1): Reader & { readonly isCut: () => boolean } {
    let [sent, isCut] = [0, false];
    return {
      sent: () => (sent += bytes),
      pending: () => pending,
      disconnect: () => {
        isCut = true;
      },
      isCut: () => isCut,
    };
  }

  it('are lost by the slowest client, but not by one that waits for the service', async () => {
    const { begin } = createLongAnswers(10);
    const readers = [readerOf(1_000_000), readerOf(0, 0), readerOf(2), readerOf(1)];
    const [fast, served, slow, slowest] = readers;
    assert.ok(fast !== undefined && served !== undefined);
    const ends = await Promise.all([fast, served].map((reader) => begin(acme, reader, signal)));
    const endOfSlow = await begin(acme, slow ?? fast, signal);
    const waiting = begin(acme, slowest ?? fast, signal);
    const endOfWaiting = await waiting;
    assert.deepEqual(
      readers.map(({ isCut }) => isCut()),
      [false, false, true, false],
    );
    // Ending twice frees no second place.
    endOfSlow?.();
    const next = begin(acme, fast, signal);
    await next;
    assert.deepEqual(
      readers.map(({ isCut }) => isCut()),
      [false, false, true, true],
    );
    for (const end of [...ends, endOfWaiting]) end?.();
  });

  it('are lost by the company that has more of them than the one that waits, or by its own clients', async () => {
    const { begin } = createLongAnswers(10);
    const [ofAcme, ofGlobex] = [1, 0].map((bytes) =>
      Array.from({ length: 3 }, () => readerOf(bytes)),
    );
    assert.ok(ofAcme !== undefined && ofGlobex !== undefined);
    for (const reader of ofAcme) await begin(acme, reader, signal);
    for (const reader of ofGlobex) await begin(globex, reader, signal);
    await begin(acme, readerOf(1_000_000), signal);
    const lost = (readers: typeof ofAcme): number => readers.filter(({ isCut }) => isCut()).length;
    assert.deepEqual([lost(ofAcme), lost(ofGlobex)], [1, 0]);
    await begin(companyNamed('initech'), readerOf(1_000_000), signal);
    assert.deepEqual([lost(ofAcme), lost(ofGlobex)], [1, 1]);
  });
});
