// Measures imports, alternating with their minimum: reading the same lines and inserting them into a bare table.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import nodeOptions from '../../../functions/cli/node-options.json' with { type: 'json' };
import { measure } from '../child.ts';
import type { BenchOptions } from '../results-section.ts';
import {
  floorFigures,
  openFigures,
  type FloorFigures,
  type FloorInput,
  type OpenFigures,
} from './service-figures.ts';

const OPEN = new URL('./service-open.ts', import.meta.url);
const FLOOR = new URL('./floor.ts', import.meta.url);

export interface Imports {
  readonly parsed: readonly FloorFigures[];
  readonly inserted: readonly FloorFigures[];
  readonly whole: readonly OpenFigures[];
  /** Restart with imported data. */
  readonly again: readonly OpenFigures[];
  readonly small: OpenFigures;
  readonly large: OpenFigures;
  /** Null: PostgreSQL is not installed. */
  readonly postgres: { readonly whole: OpenFigures; readonly again: OpenFigures } | null;
}

type Directories = Readonly<Record<'small' | 'whole' | 'large', string>>;

/** Leaves the whole data set imported, by both engines. */
export async function measureImports(
  directories: Directories,
  database: string | null,
  { rounds, profiles, progress }: BenchOptions,
): Promise<Imports> {
  const [parsed, inserted]: [FloorFigures[], FloorFigures[]] = [[], []];
  const [whole, again]: [OpenFigures[], OpenFigures[]] = [[], []];

  async function floor(way: FloorInput['way']): Promise<FloorFigures> {
    const directory = directories.whole;
    const figures = await measure(FLOOR, { directory, way }, floorFigures, profiles);
    await removeDatabase(directory, 'floor');
    return figures;
  }

  async function open(directory: string, address: string | null): Promise<OpenFigures> {
    const figures = await measure(
      OPEN,
      { directory, database: address },
      openFigures,
      profiles,
      nodeOptions.service,
    );
    progress(
      `${figures.events} events imported in ${(figures.wallMs / 1000).toFixed(1)} s, ${figures.peakRssMb.toFixed(0)} MB${address === null ? '' : ', PostgreSQL'}`,
    );
    return figures;
  }

  for (let round = 0; round < rounds; round += 1) {
    parsed.push(await floor('parsed'));
    inserted.push(await floor('inserted'));
    await removeDatabase(directories.whole, 'service');
    whole.push(await open(directories.whole, null));
    again.push(await open(directories.whole, null));
  }
  const small = await open(directories.small, null);
  const large = await open(directories.large, null);
  await removeDatabase(directories.large, 'service');
  const postgres =
    database === null
      ? null
      : {
          whole: await open(directories.whole, database),
          again: await open(directories.whole, database),
        };
  return { parsed, inserted, whole, again, small, large, postgres };
}

async function removeDatabase(directory: string, name: string): Promise<void> {
  for (const end of ['', '-wal', '-shm'])
    await rm(join(directory, `${name}.sqlite${end}`), { force: true });
}
