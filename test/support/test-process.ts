// Every test process runs this module first.
import asyncHooks from 'node:async_hooks';
import './zone.ts';

// Keeps Node's test runner from following every promise, which takes up to a quarter of the processor time. It does so to
// name the test of an error that no test caught; without it such an error fails its process, and its stack is printed.
const { createHook } = asyncHooks;
Reflect.set(asyncHooks, 'createHook', (callbacks: asyncHooks.HookCallbacks) =>
  createHook({ ...callbacks, trackPromises: false }),
);
// The runner takes the function when it is loaded.
const { after } = await import('node:test');
Reflect.set(asyncHooks, 'createHook', createHook);

process.on('unhandledRejection', printStack);
process.on('uncaughtExceptionMonitor', printStack);

function printStack(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
}

/** Node's runner would wait for ever for a process that a test left a socket, a timer or another process to. */
const EXIT_LIMIT_MS = 60_000;

after(() => {
  setTimeout(() => {
    const resources = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`The tests are over, but not their process: ${resources}\n`);
    process.exit(1);
  }, EXIT_LIMIT_MS).unref();
});
