// Processes that race: started once, told of each race, asked how it ended.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `since` null: whatever stands is kept. `store`: a folder; null for the bucket of the environment. */
export const raceShape = z.object({
  week: z.string(),
  folder: z.number(),
  since: z.string().nullable(),
  store: z.string().nullable(),
});
export type Race = z.infer<typeof raceShape>;

const endShape = z.object({ outcome: z.string(), revision: z.number(), pdf: z.string() });
/** How a process sees the end: "made" or "kept", and which report stands. */
export type RaceEnd = z.infer<typeof endShape>;

export interface Racers extends AsyncDisposable {
  run(race: Race): Promise<readonly RaceEnd[]>;
}

export async function startRacers(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<Racers> {
  const children = Array.from({ length: count }, () =>
    fork(fileURLToPath(new URL('./racer.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...env, PATH: process.env['PATH'] },
    }),
  );
  const next = (child: (typeof children)[number]): Promise<RaceEnd> => {
    const { promise, resolve, reject } = Promise.withResolvers<RaceEnd>();
    const ended = (): void => {
      reject(new Error('a racer ended'));
    };
    child.once('exit', ended);
    child.once('message', (given) => {
      child.removeListener('exit', ended);
      resolve(endShape.parse(given));
    });
    return promise;
  };
  await Promise.all(children.map(next));
  return {
    run: (race) => {
      const ends = children.map(next);
      for (const child of children) child.send(race);
      return Promise.all(ends);
    },
    [Symbol.asyncDispose]: async () => {
      const gone = children.map((child) => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        child.once('exit', () => {
          resolve(undefined);
        });
        child.disconnect();
        return promise;
      });
      await Promise.all(gone);
    },
  };
}
