// Hides how the base URL is read: the one origin that requests go to, and the path below which the API lies.
import { Failure } from '../../shared/failure.ts';
import { parseSafeUrl } from '../../shared/safe-url.ts';

export interface Target {
  readonly origin: string;
  /** The base URL's own path without a slash at its end; '' when it has none. */
  readonly pathPrefix: string;
  readonly isPlain: boolean;
}

/** Fails with CONFIG_INVALID. */
export function parseBaseUrl(text: string): Target {
  const parsed = parseSafeUrl(text);
  if (!parsed.ok) {
    throw new Failure('CONFIG_INVALID', { setting: 'base URL', reason: parsed.problem });
  }
  const { origin, pathname, protocol } = parsed.value;
  return { origin, pathPrefix: pathname.replace(/\/+$/, ''), isPlain: protocol === 'http:' };
}
