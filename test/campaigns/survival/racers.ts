// Starts the processes of racer.ts and runs races with them.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `since` null: a stored report is not replaced. `store`: a folder; null for the bucket of the environment. */
export const raceShape = z.object({
  week: z.string(),
  folder: z.number(),
  since: z.string().nullable(),
  store: z.string().nullable(),
});
export type Race = z.infer<typeof raceShape>;

const endShape = z.object({ outcome: z.string(), revision: z.number(), pdf: z.string() });
/** The result of one process: the outcome "made" or "kept", and the current report. */
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
    const onExit = (): void => {
      reject(new Error('a racing process exited'));
    };
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.removeListener('exit', onExit);
      resolve(endShape.parse(message));
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
      const exits = children.map((child) => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        child.once('exit', () => {
          resolve(undefined);
        });
        child.disconnect();
        return promise;
      });
      await Promise.all(exits);
    },
  };
}
