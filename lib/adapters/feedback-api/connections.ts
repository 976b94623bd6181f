// Connections to the reporting API. An answer does not say which request it belongs to, and after a server or proxy that answers a
// request twice, all later answers of the connection would be taken for those of other requests. So the last request of a connection
// has the header "Connection: close". A server repeats it in the answer to that request alone: where it is missing, the answers of
// the connection are not certain and are requested again. The first answer of a connection is certain in any case.
import type { Client } from 'undici';

/** The most requests of a connection. Their answers are kept in memory until the last one has come. */
const MOST_REQUESTS = 8;
/** A connection with more bytes of answers carries one more request. */
const MOST_HELD_BYTES = 256 * 1024;
/** How long a connection waits for its next request. */
export const IDLE_CONNECTION_MS = 1_000;
/** Connections carry one request each while more than one answer in this many had to be requested again. */
const ANSWERS_PER_REPEATED = 100;

export interface ConnectionOptions {
  /** A client of undici that keeps its connection after an answer. */
  readonly openClient: () => Client;
  /** The number of calls that are sent when others have their answers. */
  readonly waitingCalls: () => number;
}

/** A connection for one request. */
export interface Turn {
  readonly client: Client;
  /** Whether the request has "Connection: close". */
  readonly isLast: boolean;
  /** Whether the answer belongs to this request. The promise resolves when the connection has ended. */
  readonly isCertain: true | Promise<boolean>;
  /** The headers of the answer have been received. `endsConnection`: they have "Connection: close". */
  begun(endsConnection: boolean): void;
  /** After `begun`: the whole answer has been received, and is kept in this many bytes. */
  ended(bytes: number): void;
  /** No whole answer has been received. */
  failed(): void;
}

export interface Connections {
  /** `isFirst`: the request is to be the first of a connection. */
  take(isFirst: boolean): Promise<Turn>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

interface Connection {
  readonly client: Client;
  readonly isCertain: PromiseWithResolvers<boolean>;
  requests: number;
  answers: number;
  heldBytes: number;
  /** Whether it has answers that are certain only after one more request. */
  isUnfinished: boolean;
  /** Whether the headers of the answer to its last request have been received. */
  hasLastHeaders: boolean;
  hasEnded: boolean;
  /** While it is idle. */
  timer?: NodeJS.Timeout;
}

export function createConnections({ openClient, waitingCalls }: ConnectionOptions): Connections {
  const clients = new Set<Client>();
  /** Idle connections with one answer, and with answers that are not certain. */
  const idleFinished: Connection[] = [];
  const idleUnfinished: Connection[] = [];
  const takers: (() => void)[] = [];
  let unfinished = 0;
  /** Whether the server repeats "Connection: close"; null: not known. One connection finds it out with a second request. */
  let repeatsClose: boolean | null = null;
  let trial: Connection | null = null;
  let answers = 0;
  let repeated = 0;
  let isClosed = false;

  function mostRequests(): number {
    if (repeated * ANSWERS_PER_REPEATED > answers) return 1;
    if (repeatsClose === true) return MOST_REQUESTS;
    return repeatsClose === null && trial === null ? 2 : 1;
  }

  /** Requests that can be sent on a connection that another one leaves. */
  const furtherRequests = (): number => waitingCalls() + takers.length;

  function setUnfinished(connection: Connection, isUnfinished: boolean): void {
    if (connection.isUnfinished === isUnfinished) return;
    connection.isUnfinished = isUnfinished;
    unfinished += isUnfinished ? 1 : -1;
  }

  /** Lets all that wait for a connection look again. */
  function wakeTakers(): void {
    for (const wake of takers.splice(0)) wake();
  }

  function start(): Connection {
    const connection: Connection = {
      client: openClient(),
      isCertain: Promise.withResolvers<boolean>(),
      requests: 0,
      answers: 0,
      heldBytes: 0,
      isUnfinished: false,
      hasLastHeaders: false,
      hasEnded: false,
    };
    clients.add(connection.client);
    connection.client.once('disconnect', () => {
      // After the last headers the body decides, which may still be read.
      if (connection.hasLastHeaders) return;
      const isIdle = stopIdling(connection);
      settle(connection, false);
      // undici sends a request that was about to use it on another connection, and its answer is requested again.
      if (isIdle) clients.delete(connection.client);
    });
    if (isClosed) void connection.client.destroy();
    return connection;
  }

  /** Every answer after the first has been waiting for this. */
  function settle(connection: Connection, isCertain: boolean): void {
    if (connection.hasEnded) return;
    connection.hasEnded = true;
    if (trial === connection) trial = null;
    setUnfinished(connection, false);
    if (!isCertain) repeated += Math.max(0, connection.answers - 1);
    connection.isCertain.resolve(isCertain);
    wakeTakers();
  }

  function abandon(connection: Connection): void {
    stopIdling(connection);
    settle(connection, false);
    clients.delete(connection.client);
    void connection.client.destroy();
  }

  function idle(connection: Connection): void {
    if (connection.isUnfinished) {
      idleUnfinished.push(connection);
      // Only where calls that waited have been stopped.
      connection.timer = setTimeout(abandon, IDLE_CONNECTION_MS, connection);
    } else {
      idleFinished.push(connection);
    }
    wakeTakers();
  }

  /** Returns whether it was idle. */
  function stopIdling(connection: Connection): boolean {
    clearTimeout(connection.timer);
    const list = connection.isUnfinished ? idleUnfinished : idleFinished;
    const index = list.lastIndexOf(connection);
    if (index >= 0) list.splice(index, 1);
    return index >= 0;
  }

  /** Unfinished connections first, so that none of them is left without a further request. */
  async function takeConnection(): Promise<Connection> {
    for (;;) {
      const connection =
        idleUnfinished.at(-1) ??
        (unfinished > furtherRequests() ? null : (idleFinished.at(-1) ?? start()));
      if (connection !== null) {
        stopIdling(connection);
        return connection;
      }
      await new Promise<void>((resolve) => takers.push(resolve));
    }
  }

  return {
    async take(isFirst) {
      const connection = isFirst ? start() : await takeConnection();
      connection.requests += 1;
      const { requests } = connection;
      const most = isFirst ? 1 : mostRequests();
      setUnfinished(connection, false);
      const isLast =
        requests >= most ||
        connection.heldBytes > MOST_HELD_BYTES ||
        // The first answer is certain without a further request.
        (requests > 1 && unfinished >= furtherRequests());
      setUnfinished(connection, requests > 1 && !isLast);
      wakeTakers();
      if (!isLast && repeatsClose === null) trial = connection;
      let endsConnection = false;
      return {
        client: connection.client,
        isLast,
        isCertain: requests === 1 ? true : connection.isCertain.promise,
        begun: (isMarked) => {
          endsConnection = isMarked;
          connection.hasLastHeaders = isLast;
          if (isLast && requests > 1) repeatsClose = isMarked;
        },
        ended: (bytes) => {
          answers += 1;
          if (connection.hasEnded && requests > 1) repeated += 1;
          connection.answers += 1;
          connection.heldBytes += bytes;
          if (isLast) {
            // undici closes it.
            settle(connection, endsConnection);
            clients.delete(connection.client);
          } else if (endsConnection || connection.hasEnded) {
            abandon(connection);
          } else {
            idle(connection);
          }
        },
        failed: () => {
          abandon(connection);
        },
      };
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...clients].map((client) => client.destroy()));
    },
  };
}
