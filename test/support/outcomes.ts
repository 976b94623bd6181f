// What promises and paged lists of tests end with.
import { Failure, type FailureCode } from '../../lib/shared/failure.ts';

/** The Failure that a promise rejects with; any other result fails the test. */
export async function catchFailure(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('the promise did not reject');
}

/** The items of all pages. */
export async function collectPages<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

export async function catchFailureCode(promise: Promise<unknown>): Promise<FailureCode | 'none'> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
