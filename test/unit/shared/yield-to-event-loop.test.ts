// CPU-bound work and I/O: no I/O of an event loop cycle waits for more than one piece of work.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { prioritizeRequest, yieldToEventLoop } from '../../../lib/shared/yield-to-event-loop.ts';

/** Tells in which cycle of the event loop it is asked, until it is stopped. */
function cycles(): { readonly now: () => number; readonly stop: () => void } {
  let [cycle, isStopped] = [0, false];
  const count = (): void => {
    cycle += 1;
    if (!isStopped) setImmediate(count);
  };
  setImmediate(count);
  return {
    now: () => cycle,
    stop: () => {
      isStopped = true;
    },
  };
}

describe('yieldToEventLoop', () => {
  it('runs one piece in each cycle of the event loop, in order', async () => {
    const clock = cycles();
    const steps: (readonly [string, number])[] = [];
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        await yieldToEventLoop('producing');
        steps.push([name, clock.now()]);
      }),
    );
    clock.stop();
    assert.equal(steps.map(([name]) => name).join(''), 'abcd');
    assert.equal(new Set(steps.map(([, cycle]) => cycle)).size, 4);
  });

  it('runs a piece after the pending I/O of the same cycle', async () => {
    const steps: string[] = [];
    const turns: Promise<void>[] = [];
    // As answers come in: undici sends the next request of a connection in the cycle after its answer's end.
    await setTimeout(1);
    for (const name of ['a', 'b', 'c']) {
      setImmediate(() => steps.push(`send ${name}`));
      turns.push(yieldToEventLoop('producing').then(() => void steps.push(`read ${name}`)));
    }
    await Promise.all(turns);
    assert.deepEqual(steps, ['send a', 'send b', 'send c', 'read a', 'read b', 'read c']);
  });

  it('alternates between the two kinds of work', async () => {
    const steps: string[] = [];
    const work = async (kind: 'producing' | 'finishing', pieces: number): Promise<void> => {
      for (let piece = 0; piece < pieces; piece += 1) {
        await yieldToEventLoop(kind);
        steps.push(kind);
      }
    };
    await Promise.all([
      ...Array.from({ length: 20 }, () => work('producing', 1)),
      work('finishing', 10),
    ]);
    assert.equal(steps.length, 30);
    // A document of ten pages is drawn while about as many bodies are read, and not behind them all.
    const lastDrawnStep = steps.lastIndexOf('finishing');
    assert.ok(lastDrawnStep < 22, steps.join(' '));
    assert.equal(steps.slice(0, lastDrawnStep).filter((kind) => kind === 'finishing').length, 9);
  });

  it('pauses after each piece while a request is answered, for at most a second', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let pieces = 0;
    const work = async (): Promise<void> => {
      for (let piece = 0; piece < 20; piece += 1) {
        await yieldToEventLoop('finishing');
        pieces += 1;
      }
    };
    const cyclesLater = async (): Promise<number> => {
      for (let cycle = 0; cycle < 50; cycle += 1) await new Promise(setImmediate);
      return pieces;
    };
    const answer = Promise.withResolvers<string>();
    const answeredRequest = prioritizeRequest(() => answer.promise);
    const worked = work();
    assert.equal(await cyclesLater(), 0);
    t.mock.timers.tick(10);
    assert.equal(await cyclesLater(), 1);
    t.mock.timers.tick(10);
    assert.equal(await cyclesLater(), 2);
    t.mock.timers.tick(980);
    await worked;
    assert.equal(pieces, 20);
    answer.resolve('done');
    assert.equal(await answeredRequest, 'done');
    await assert.rejects(
      prioritizeRequest(() => Promise.reject(new RangeError())),
      RangeError,
    );
    await work();
    assert.equal(pieces, 40);
  });
});
