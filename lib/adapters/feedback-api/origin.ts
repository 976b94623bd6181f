// Hides where requests may go: to the one origin that is configured, over https or to this machine,
// and never to link-local addresses, where clouds keep their metadata services.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Failure } from '../../app/failures.ts';
import { isLinkLocal, isLoopback, parseSafeUrl } from '../../app/safe-url.ts';

/** The code of a connection that was refused here because of its address. */
export const FORBIDDEN_ADDRESS = 'FORBIDDEN_ADDRESS';

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

/** DNS for one target: every address a name has is checked when the connection is made. */
export function checkedLookup(target: Target): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // On an error there are no addresses, whatever the types say.
      const addresses = error === null ? found : [];
      const [first] = addresses;
      if (first === undefined) {
        callback(error ?? refusal(), '');
      } else if (addresses.some(({ address }) => isForbidden(target, address))) {
        callback(refusal(), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function isForbidden(target: Target, address: string): boolean {
  return isLinkLocal(address) || (target.isPlain && !isLoopback(address));
}

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: FORBIDDEN_ADDRESS });
}
