// How companies of one service affect each other: processor time of a request with one company and with 500, and
// requests of others while clients of one company read long answers slowly.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodeOptions from '../../../functions/cli/node-options.json' with { type: 'json' };
import { endChild, measure, startChild } from '../child.ts';
import type { BenchOptions } from '../results-section.ts';
import { othersFigures, type OthersFigures } from './companies-figures.ts';

const SERVE = new URL('./serve-companies.ts', import.meta.url);
const ASK = new URL('./ask-others.ts', import.meta.url);

export const COMPANIES = 500;
/** Clients that read slowly, at the same time. */
export const SLOW_READERS = 60;

/** One item for each round. */
export interface BenchCompanies {
  readonly one: readonly OthersFigures[];
  readonly many: readonly OthersFigures[];
  readonly disturbed: readonly OthersFigures[];
}

/** `large` has been imported. */
export async function measureCompanies(
  large: string,
  { rounds, progress }: Pick<BenchOptions, 'rounds' | 'progress'>,
): Promise<BenchCompanies> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-companies-'));
  const start = (name: string, companies: number) =>
    startChild(
      SERVE,
      { directory: join(folder, name), companies, large },
      null,
      nodeOptions.service,
    );
  const one: OthersFigures[] = [];
  const many: OthersFigures[] = [];
  const disturbed: OthersFigures[] = [];
  const single = await start('one', 1);
  const whole = await start('many', COMPANIES);
  try {
    const ask = (server: typeof single, companies: number, readers: number) => {
      const input = { url: server.line, pid: server.process.pid ?? 0, companies, readers };
      return measure(ASK, input, othersFigures);
    };
    for (let round = 0; round < rounds; round += 1) {
      one.push(await ask(single, 1, 0));
      many.push(await ask(whole, COMPANIES, 0));
      disturbed.push(await ask(single, 1, SLOW_READERS));
      const shown = [one, many, disturbed].map((figures) => figures.at(-1)?.p99Ms.toFixed(2));
      progress(
        `${COMPANIES} companies, ${SLOW_READERS} slow readers: ${shown.join(', ')} ms (p99)`,
      );
    }
    return { one, many, disturbed };
  } finally {
    await Promise.all([single, whole].map(endChild));
    await rm(folder, { recursive: true });
  }
}
