// Where messages may go: over https, or to this machine, and never to link-local addresses,
// whatever a name leads to at the moment of the connection.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLinkLocal, isLoopback, parseSafeUrl } from '../../app/safe-url.ts';

export interface WebhookTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With the port if it has one; the only part that is no secret. */
  readonly host: string;
  readonly isPlain: boolean;
}

type Parsed =
  | { readonly ok: true; readonly value: WebhookTarget }
  | { readonly ok: false; readonly problem: string };

/** As safe as any URL; unlike a base URL it may have a query, which is where some services keep their secret. */
export function parseWebhookUrl(text: string): Parsed {
  const [base = '', ...query] = text.split('?');
  const parsed = parseSafeUrl(base);
  if (!parsed.ok) return parsed;
  if (query.join('?').includes('#')) return { ok: false, problem: 'must not contain a fragment' };
  const { origin, host, protocol } = parsed.value;
  const { pathname, search } = new URL(text);
  return {
    ok: true,
    value: { origin, path: `${pathname}${search}`, host, isPlain: protocol === 'http:' },
  };
}

/** DNS that answers with addresses that are allowed, or not at all: one forbidden address spoils a name. */
export function checkedLookup({ isPlain }: Pick<WebhookTarget, 'isPlain'>): LookupFunction {
  const isForbidden = (address: string): boolean =>
    isLinkLocal(address) || (isPlain && !isLoopback(address));
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
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
  return Object.assign(new Error('address not allowed'), { code: 'FORBIDDEN_ADDRESS' });
}
