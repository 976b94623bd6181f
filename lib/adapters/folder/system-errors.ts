// Translates errors of the operating system into STORE_UNAVAILABLE.
import { Failure } from '../../shared/failure.ts';

/** A reason for STORE_UNAVAILABLE that is not an error of the operating system. */
export class FolderStoreError extends Error {}

/**
 * Runs `work`; an error of the operating system becomes STORE_UNAVAILABLE with the key and the error's code.
 * Its message is left out, since it contains local paths.
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

/** Null when the path does not exist or is a directory: neither is an object. */
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
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystemError && typeof error.code === 'string' ? error.code : null;
}
