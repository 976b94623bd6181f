// The thread that reads long answers with connections of its own. It opens the database for each answer: what is opened
// again costs little compared with a long answer.
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { DatabaseError } from '../database/database.ts';
import { readGeneration } from '../data-set/database-tables.ts';
import { openDatabase } from '../data-set/location.ts';
import {
  createStoredStore,
  readStoredStructure,
  type StoredStructure,
} from '../data-set/stored-company.ts';
import { streamResult } from '../http/answer-body.ts';
import { matchRoute } from '../http/endpoints.ts';
import { Problem } from '../problem-json.ts';
import type { ReadAnswer, ReadOrder, ReadPart, ReadRequest } from './read-messages.ts';

/** With those of the service and of an import, at most ten. */
const reads = 2;
/** Reading the structure of a large company takes longer than most answers. */
const structures = new LRUCache<string, StoredStructure>({ max: 4 });
const answers = new Map<number, AsyncGenerator<string>>();

async function* read({ place, path, query, now, caps }: ReadRequest): AsyncGenerator<string> {
  const database = await openDatabase({ ...place, reads });
  try {
    const known = structures.get(place.directory);
    const isCurrent = known !== undefined && known.generation === (await readGeneration(database));
    const stored = isCurrent ? known : await readStoredStructure(database);
    if (stored === undefined) throw new Problem('DATA_UNAVAILABLE');
    structures.set(place.directory, stored);
    const store = createStoredStore(database, stored, () => now);
    const result = await matchRoute(path, query)?.({ store, now, caps });
    const parts = result === undefined ? undefined : streamResult(result);
    if (parts === undefined) throw new Error('The answer is not a long one.');
    yield* parts;
  } finally {
    await database.close();
  }
}

const encoder = new TextEncoder();

async function nextPart(answer: AsyncGenerator<string>): Promise<ReadPart> {
  try {
    const next = await answer.next();
    return next.done === true
      ? { kind: 'end' }
      : { kind: 'bytes', bytes: encoder.encode(next.value) };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', code: error.code };
    if (error instanceof DatabaseError) return { kind: 'unavailable', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? String(error.stack) : 'unknown' };
  }
}

async function send(id: number, answer: AsyncGenerator<string>): Promise<void> {
  const part = await nextPart(answer);
  const message: ReadAnswer = { id, part };
  parentPort?.postMessage(message, part.kind === 'bytes' ? [part.bytes.buffer] : []);
}

parentPort?.on('message', (order: ReadOrder) => {
  const answer = answers.get(order.id);
  switch (order.kind) {
    case 'open':
      answers.set(order.id, read(order.request));
      return;
    case 'next':
      if (answer !== undefined) void send(order.id, answer);
      return;
    case 'close':
      answers.delete(order.id);
      // An error of the end can no longer be told to anyone.
      answer?.return(undefined).catch(() => undefined);
  }
});
