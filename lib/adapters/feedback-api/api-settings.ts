// The configured parts of every request: the base URL and the authentication headers.
import { Failure } from '../../shared/failure.ts';
import { parseSafeUrl } from '../../shared/safe-url.ts';
import type { Credentials } from '../../ports/secrets.ts';
import type { RequestHeaders } from './credential-cache.ts';

export interface AuthScheme {
  readonly kind: 'basic' | 'headers';
  /** For `headers`: `X-SVC` gives `X-SVC-Client-Id` and `X-SVC-API-Token`. */
  readonly headerPrefix: string;
}

const COMMON_HEADERS = {
  Accept: 'application/json',
  'Accept-Encoding': 'gzip',
  'Content-Type': 'application/json; charset=UTF-8',
  'User-Agent': 'feedback-reports',
};

/** Fails with CONFIG_INVALID, and so does the returned function for credentials with invalid characters. */
export function createHeaderWriter({
  kind,
  headerPrefix,
}: AuthScheme): (credentials: Credentials) => RequestHeaders {
  if (!/^[A-Za-z0-9-]+$/.test(headerPrefix)) {
    throw new Failure('CONFIG_INVALID', { setting: 'headerPrefix' });
  }
  return ({ clientId, apiToken }) => {
    for (const [setting, value] of Object.entries({ clientId, apiToken })) {
      // Printable ASCII: other characters are not documented and could inject headers.
      if (!/^[\x21-\x7e]+$/.test(value)) throw new Failure('CONFIG_INVALID', { setting });
    }
    if (kind === 'headers') {
      const authHeaders = {
        [`${headerPrefix}-Client-Id`]: clientId,
        [`${headerPrefix}-API-Token`]: apiToken,
      };
      return Object.entries({ ...COMMON_HEADERS, ...authHeaders }).flat();
    }
    if (clientId.includes(':')) {
      throw new Failure('CONFIG_INVALID', { setting: 'clientId', reason: 'has a colon' });
    }
    const basic = Buffer.from(`${clientId}:${apiToken}`).toString('base64');
    return Object.entries({ ...COMMON_HEADERS, Authorization: `Basic ${basic}` }).flat();
  };
}

export interface ApiBaseUrl {
  readonly origin: string;
  /** The path of the base URL without a trailing slash; '' when it has none. */
  readonly pathPrefix: string;
  /** Whether it is http. */
  readonly isPlain: boolean;
}

/** Fails with CONFIG_INVALID. */
export function parseBaseUrl(text: string): ApiBaseUrl {
  const parsed = parseSafeUrl(text);
  if (!parsed.ok) {
    throw new Failure('CONFIG_INVALID', { setting: 'base URL', reason: parsed.problem });
  }
  const { origin, pathname, protocol } = parsed.value;
  return { origin, pathPrefix: pathname.replace(/\/+$/, ''), isPlain: protocol === 'http:' };
}
