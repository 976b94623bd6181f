// Keeps Node's test runner from following every promise, which takes up to a quarter of the processor time. It does so to
// name the test of an error that no test caught; without it such an error fails its process, and its stack is printed.
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
Reflect.set(asyncHooks, 'createHook', (callbacks: asyncHooks.HookCallbacks) =>
  createHook({ ...callbacks, trackPromises: false }),
);
// The runner takes the function when it is loaded.
await import('node:test');
Reflect.set(asyncHooks, 'createHook', createHook);

process.on('unhandledRejection', printStack);
process.on('uncaughtExceptionMonitor', printStack);

function printStack(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
}
