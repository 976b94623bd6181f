// Caches the credentials of the reporting API: reads them before the first request and renews them once for all calls when
// they are refused. After a renewal without result there are none.
import type { Credentials, CredentialSource } from '../../ports/secrets.ts';

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
  let pending: Promise<ActiveCredentials | null> | null = null;

  function activate(credentials: Credentials, isRenewable: boolean): ActiveCredentials {
    active = { credentials, headers: write(credentials), isRenewable };
    pending = null;
    return active;
  }

  async function readFirst(): Promise<ActiveCredentials> {
    try {
      return activate(await source.read(), true);
    } catch (error) {
      // Nothing was refused, so a later call may read again.
      pending = null;
      throw error;
    }
  }

  async function replace(refused: ActiveCredentials): Promise<ActiveCredentials | null> {
    if (!refused.isRenewable) return null;
    const renewed = await source.renew(refused.credentials);
    return renewed === null ? null : activate(renewed, false);
  }

  async function load(): Promise<ActiveCredentials | null> {
    if (pending === null && active !== null) return active;
    pending ??= readFirst();
    return pending;
  }

  return {
    current: () => (pending === null ? active : null),
    load,
    renew: (refused) => {
      // Another call may have started or finished the renewal already.
      if (pending === null && active === refused) pending = replace(refused);
      return load();
    },
  };
}
