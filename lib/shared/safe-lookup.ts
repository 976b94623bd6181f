// DNS lookup that rejects forbidden addresses when a connection is made: link-local addresses, where clouds have their
// metadata services, and without TLS every address except loopback.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLinkLocal, isLoopback } from './safe-url.ts';

/** Error code of a connection to a forbidden address. */
export const FORBIDDEN_ADDRESS = 'FORBIDDEN_ADDRESS';

/** Resolves all addresses of a host name, as `dns.lookup` does. */
export type ResolveAddresses = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Fails for a host name with any forbidden address, even if others are allowed. */
export function createSafeLookup(
  { isPlain }: { readonly isPlain: boolean },
  findAddresses: ResolveAddresses = lookup,
): LookupFunction {
  const isForbidden = (address: string): boolean =>
    isLinkLocal(address) || (isPlain && !isLoopback(address));
  return (hostname, options, callback) => {
    findAddresses(hostname, { ...options, all: true }, (error, resolved) => {
      // On an error `resolved` is undefined, contrary to its type.
      const addresses = error === null ? resolved : [];
      const [first] = addresses;
      if (first === undefined) {
        callback(error ?? forbiddenAddressError(), '');
      } else if (addresses.some(({ address }) => isForbidden(address))) {
        callback(forbiddenAddressError(), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function forbiddenAddressError(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: FORBIDDEN_ADDRESS });
}
