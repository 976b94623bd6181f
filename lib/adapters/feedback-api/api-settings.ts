// The configured parts of every request: the base URL, and the credentials with the headers that are made from them.
import { Failure } from '../../shared/failure.ts';
import { parseSafeUrl } from '../../shared/safe-url.ts';
import type { Credentials, CredentialSource } from '../../ports/secrets.ts';

interface AuthScheme {
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

interface ApiBaseUrl {
  readonly origin: string;
  /** The path of the base URL without a trailing slash; '' when it has none. */
  readonly pathPrefix: string;
  /** Whether it is http. */
  readonly isPlain: boolean;
}

/** Fails with CONFIG_INVALID. */
export function parseBaseUrl(text: string): ApiBaseUrl {
  const urlResult = parseSafeUrl(text);
  if (!urlResult.ok) {
    throw new Failure('CONFIG_INVALID', { setting: 'base URL', reason: urlResult.problem });
  }
  const { origin, pathname, protocol } = urlResult.value;
  return { origin, pathPrefix: pathname.replace(/\/+$/, ''), isPlain: protocol === 'http:' };
}

/** Alternating names and values of a request's headers, the authentication included. */
export type RequestHeaders = readonly string[] & string[];

export interface ActiveCredentials {
  readonly credentials: Credentials;
  readonly headers: RequestHeaders;
  /** Renewed credentials must work once before they can be renewed again, or refusals could repeat for ever. */
  isRenewable: boolean;
}

export interface CredentialCache {
  /** Null while they are being read; `load` waits then. */
  current(): ActiveCredentials | null;
  /** Null when the last ones were refused and there are no others. Fails as the source does. */
  load(): Promise<ActiveCredentials | null>;
  /** Returns the replacement of refused credentials, as `load` does. */
  renew(refused: ActiveCredentials): Promise<ActiveCredentials | null>;
}

export function createCredentialCache(
  source: CredentialSource,
  write: (credentials: Credentials) => RequestHeaders,
): CredentialCache {
  let active: ActiveCredentials | null = null;
  /** A read in progress. A failed renewal stays here for ever: refused credentials are never sent again. */
  let pendingRead: Promise<ActiveCredentials | null> | null = null;

  function activate(credentials: Credentials, isRenewable: boolean): ActiveCredentials {
    active = { credentials, headers: write(credentials), isRenewable };
    pendingRead = null;
    return active;
  }

  async function readFirst(): Promise<ActiveCredentials> {
    try {
      return activate(await source.read(), true);
    } catch (error) {
      // Nothing was refused, so a later call may read again.
      pendingRead = null;
      throw error;
    }
  }

  async function replace(refused: ActiveCredentials): Promise<ActiveCredentials | null> {
    if (!refused.isRenewable) return null;
    const renewedCredentials = await source.renew(refused.credentials);
    return renewedCredentials === null ? null : activate(renewedCredentials, false);
  }

  async function load(): Promise<ActiveCredentials | null> {
    if (pendingRead === null && active !== null) return active;
    pendingRead ??= readFirst();
    return pendingRead;
  }

  return {
    current: () => (pendingRead === null ? active : null),
    load,
    renew: (refused) => {
      // Another call may have started or finished the renewal already.
      if (pendingRead === null && active === refused) pendingRead = replace(refused);
      return load();
    },
  };
}
