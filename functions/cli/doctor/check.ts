// What `doctor` finds: one check a line, with what to do about it.
import { Failure } from '../../../lib/shared/failure.ts';
import { describeFailure } from '../week-run.ts';

export interface Check {
  /** What is checked: "API credentials". */
  readonly name: string;
  /** fail: reports are not made, served or sent until it is mended. warn: they are, but something is or will be lost. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly result: string;
  /** The next command or sentence; null where nothing is to be done. */
  readonly advice: string | null;
}

export function ok(name: string, result: string): Check {
  return { name, level: 'ok', result, advice: null };
}

export function warn(name: string, result: string, advice: string): Check {
  return { name, level: 'warn', result, advice };
}

export function fail(name: string, result: string, advice: string | null): Check {
  return { name, level: 'fail', result, advice };
}

/** The checks that `work` returns; a `Failure` fails the named check. */
export async function attempt(
  name: string,
  work: () => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [fail(name, describeFailure(error), null)];
  }
}

/** Checks queue no messages. */
export const NO_JOBS = { send: () => Promise.resolve() };
