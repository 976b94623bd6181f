// `serve` as a process of its own, with the small company of the tests: its log, its state, and how it ends.
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { request } from 'undici';
import { z } from 'zod';
import { startReports, type Ended } from './run-command.ts';
import { apiEnvironment, type TestCompany } from './test-company.ts';

export const WEEK = '2026-W46';
/** The folders that have a report in the week. */
export const DUE = [1, 2, 21, 22, 3];
export const FIXED_TIME = new URL('./fixed-time.mjs', import.meta.url).href;
/** As FIXED_TIME at the start, and then as time passes. */
export const MOVED_TIME = new URL('./moved-time.mjs', import.meta.url).href;
const WITHOUT_PAGE = new URL('./without-page.mjs', import.meta.url).href;

/** Of a server for the company, without its page, whose clock stands still. */
export function serveEnvironment(
  company: Pick<TestCompany, 'url'>,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const NODE_OPTIONS = `--import=${FIXED_TIME} --import=${WITHOUT_PAGE}`;
  return { ...apiEnvironment(company), NODE_OPTIONS, ...more };
}

const LINE = z.object({
  message: z.string(),
  url: z.string().optional(),
  adminUrl: z.string().nullish(),
  code: z.string().optional(),
});

/** A server on a free port, which is killed at the end of the test. `store`: a folder, or the URL of a bucket. */
export function serve(
  t: TestContext,
  store: string,
  env: Readonly<Record<string, string>>,
  more: readonly string[] = [],
) {
  const args = ['serve', '--port', '0', '--store', toStoreUrl(store), ...more];
  const { child, ended } = startReports(args, env);
  t.after(() => child.kill('SIGKILL'));
  const messages: z.infer<typeof LINE>[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stdout?.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => LINE.parse(JSON.parse(line))));
    for (const check of waiting) check();
  });
  const found = (message: string, count: number): Promise<z.infer<typeof LINE>> => {
    const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof LINE>>();
    const check = (): void => {
      const matches = messages.filter((line) => line.message === message);
      const last = matches[count - 1];
      if (last !== undefined) resolve(last);
    };
    waiting.add(check);
    check();
    void ended.then(({ stdout, stderr }) => {
      reject(new Error(`ended without "${message}" ×${count}: ${stdout}${stderr}`));
    });
    return promise.finally(() => waiting.delete(check));
  };
  const listening = found('listening', 1).then(({ url }) => url ?? '');
  listening.catch(() => undefined);
  return {
    child,
    ended,
    listening,
    found,
    logged: async (message: string, count: number): Promise<void> => {
      await found(message, count);
    },
    /** Resolves when so many reports are stored, looking at each line of the log. */
    reports: async (folder: string, count: number): Promise<void> => {
      for (let lines = 1; (await reportFolders(folder)).length < count; lines += 1) {
        await found('report made', lines);
      }
    },
    stop: (): Promise<Ended> => stopProcess(child, ended),
  };
}

function toStoreUrl(store: string): string {
  return store.startsWith('s3://') ? store : `file:${store}`;
}

function stopProcess(child: ChildProcess, ended: Promise<Ended>): Promise<Ended> {
  child.kill('SIGTERM');
  return ended;
}

/** Folders with a manifest. */
export async function reportFolders(store: string): Promise<readonly string[]> {
  const path = join(store, 'weeks', WEEK, 'folders');
  const names = await readdir(path).catch(() => []);
  const manifests = await Promise.all(
    names.map((name) => readFile(join(path, name, 'manifest.json')).catch(() => null)),
  );
  return names.filter((_, i) => manifests[i] !== null);
}

export function statusOf(...urls: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    urls.map(async (url) => {
      const answer = await request(url);
      await answer.body.dump();
      return answer.statusCode;
    }),
  );
}
