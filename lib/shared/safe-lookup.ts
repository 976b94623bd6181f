// Where connections may lead, whatever a name means at the moment they are made: never to link-local addresses,
// where clouds keep their metadata services, and without TLS to this machine alone.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLinkLocal, isLoopback } from './safe-url.ts';

/** The code of a connection that was refused here because of its address. */
export const FORBIDDEN_ADDRESS = 'FORBIDDEN_ADDRESS';

/** All addresses of a name, as `dns.lookup` finds them. */
export type FindAddresses = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** DNS that answers with addresses that are allowed, or not at all: one forbidden address spoils a name. */
export function checkedLookup(
  { isPlain }: { readonly isPlain: boolean },
  findAddresses: FindAddresses = lookup,
): LookupFunction {
  const isForbidden = (address: string): boolean =>
    isLinkLocal(address) || (isPlain && !isLoopback(address));
  return (hostname, options, callback) => {
    findAddresses(hostname, { ...options, all: true }, (error, found) => {
      // On an error there are no addresses, whatever the types say.
      const addresses = error === null ? found : [];
      const [first] = addresses;
      if (first === undefined) {
        callback(error ?? refusal(), '');
      } else if (addresses.some(({ address }) => isForbidden(address))) {
        callback(refusal(), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: FORBIDDEN_ADDRESS });
}
