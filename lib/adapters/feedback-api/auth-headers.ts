// Hides how a request is signed in: the two ways that the API documents, and that nothing breaks out of a header.
import { Failure } from '../../shared/failure.ts';
import type { Credentials } from '../../ports/secrets.ts';
import type { RequestHeaders } from './credential-cache.ts';

export interface Auth {
  readonly kind: 'basic' | 'headers';
  /** For `headers`: `X-SVC` gives `X-SVC-Client-Id` and `X-SVC-API-Token`. */
  readonly headerPrefix: string;
}

const COMMON = {
  Accept: 'application/json',
  'Accept-Encoding': 'gzip',
  'Content-Type': 'application/json; charset=UTF-8',
  'User-Agent': 'feedback-reports',
};

/** Fails with CONFIG_INVALID, and what it returns fails with that for credentials that can't be sent. */
export function headerWriter({
  kind,
  headerPrefix,
}: Auth): (credentials: Credentials) => RequestHeaders {
  if (!/^[A-Za-z0-9-]+$/.test(headerPrefix)) {
    throw new Failure('CONFIG_INVALID', { setting: 'headerPrefix' });
  }
  return ({ clientId, apiToken }) => {
    for (const [setting, value] of Object.entries({ clientId, apiToken })) {
      // Printable ASCII: the API documents no other, and anything else could break out of its header.
      if (!/^[\x21-\x7e]+$/.test(value)) throw new Failure('CONFIG_INVALID', { setting });
    }
    if (kind === 'headers') {
      const own = {
        [`${headerPrefix}-Client-Id`]: clientId,
        [`${headerPrefix}-API-Token`]: apiToken,
      };
      return Object.entries({ ...COMMON, ...own }).flat();
    }
    if (clientId.includes(':')) {
      throw new Failure('CONFIG_INVALID', { setting: 'clientId', reason: 'has a colon' });
    }
    const basic = Buffer.from(`${clientId}:${apiToken}`).toString('base64');
    return Object.entries({ ...COMMON, Authorization: `Basic ${basic}` }).flat();
  };
}
