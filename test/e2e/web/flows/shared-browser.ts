// One browser for all flows: a tab is as fresh as one in a browser of its own, and a browser takes long to start.
import { after } from 'node:test';
import type { TestBrowser } from '../../../support/browser.ts';
import { openBrowser } from '../../../support/browser.ts';

export type SharedBrowser = () => Promise<TestBrowser>;

/** Starts when it is first wanted, and ends with the suite that this is called in. */
export function sharedBrowser(): SharedBrowser {
  let starting: Promise<TestBrowser> | null = null;
  after(async () => {
    await (await starting)?.[Symbol.asyncDispose]();
  });
  return () => (starting ??= openBrowser());
}
