// The feedback service with a large company: duration of imports, latency and memory, each compared with its minimum.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';
import { measure } from '../child.ts';
import { measureCompanies } from './companies.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { readAllFigures, writeFigures } from './service-figures.ts';
import { measureImports } from './imports.ts';
import { serviceSection } from './service-section.ts';
import { measureServing } from './serving.ts';

const SEED = 1;
const WRITE = new URL('./write.ts', import.meta.url);
const READ_ALL = new URL('./read-all.ts', import.meta.url);

const EVENTS = { small: 250_000, whole: 1_000_000, large: 2_000_000 } as const;

export const serviceBench: Bench = {
  name: 'service',
  summary: 'our feedback service: import, answers and memory with a million events',
  run,
};

async function run(options: BenchOptions): Promise<Section> {
  const { progress } = options;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startPostgres();
  if (postgres === undefined) progress('PostgreSQL is not installed: its figures are left out');
  try {
    const directories = {
      small: join(folder, 'small'),
      whole: join(folder, 'whole'),
      large: join(folder, 'large'),
    };
    let fileMb = 0;
    for (const size of ['small', 'whole', 'large'] as const) {
      const directory = directories[size];
      const input = { directory, kind: 'company', seed: SEED, events: EVENTS[size] };
      const { wallMs, bytes } = await measure(WRITE, input, writeFigures);
      if (size === 'whole') fileMb = bytes / 1e6;
      progress(`${EVENTS[size]} events written in ${(wallMs / 1000).toFixed(1)} s`);
    }
    const database = postgres?.url ?? null;
    const imports = await measureImports(directories, database, options);
    const serving = await measureServing(directories.whole, database, options);
    const companies = await measureCompanies(directories.whole, options);
    const readAll = await measure(READ_ALL, { seed: SEED }, readAllFigures);
    progress(`${readAll.read} of ${readAll.expected} raw results read, each once`);
    return serviceSection({ seed: SEED, fileMb, imports, serving, companies, readAll });
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true });
  }
}
