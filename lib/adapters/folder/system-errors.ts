// What the operating system refuses, as the store's one failure. It hides codes, messages and paths.
import { Failure } from '../../shared/failure.ts';

/** A reason why the store can't do it that isn't an error of the system. */
export class FolderStoreError extends Error {}

/**
 * What the system refuses becomes STORE_UNAVAILABLE with the key and the system's code.
 * The system's own message is left out: it has paths of the machine.
 */
export async function withFolderErrors<T>(
  operation: string,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof FolderStoreError ? error.message : systemErrorCode(error);
    if (reason === null) throw error;
    throw new Failure('STORE_UNAVAILABLE', { operation, key, reason });
  }
}

/** Null for a path that isn't there, or where a directory is: neither is an object. */
export async function nullIfAbsent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(error) ?? '')) return null;
    throw error;
  }
}

/** The code of an error of the operating system; null for any other error. */
export function systemErrorCode(error: unknown): string | null {
  const isSystems = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystems && typeof error.code === 'string' ? error.code : null;
}
