// The addresses that this program may connect to: https to any host, http only to this machine, and never link-local
// addresses, where clouds provide the credentials of machines. Checked in a configured URL, and at each connection.
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6');
// IPv4 addresses embedded in IPv6 addresses, which a network may translate back.
LINK_LOCAL.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
LINK_LOCAL.addSubnet('::a9fe:0', 112, 'ipv6');
LINK_LOCAL.addSubnet('2002:a9fe::', 32, 'ipv6');

/** Private networks (RFC 1918, RFC 4193, RFC 6598) and the unspecified address. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('0.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addAddress('::', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Whether an IP address or a URL's host (`URL.hostname`) is this machine: `localhost` or a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(LOOPBACK, host);
}

/** Whether an IP address or a URL's host is a link-local or metadata address. */
function isLinkLocal(host: string): boolean {
  return isIn(LINK_LOCAL, host);
}

/** Parses a base URL; the problem text contains no part of the URL, which may contain a password. */
export function parseSafeUrl(
  text: string,
): { readonly ok: true; readonly value: URL } | { readonly ok: false; readonly problem: string } {
  const reject = (problem: string): { readonly ok: false; readonly problem: string } => ({
    ok: false,
    problem,
  });
  if (!URL.canParse(text)) return reject('must be a URL such as https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return reject('must begin with https:// (http:// is accepted for this machine itself only)');
  }
  if (url.username !== '' || url.password !== '')
    return reject('must not contain a user or password');
  if (/[?#]/.test(text)) return reject('must not contain a query or fragment');
  if (isLinkLocal(url.hostname)) {
    return reject('must not be a link-local address: those belong to the machine’s own services');
  }
  return { ok: true, value: url };
}

/** As `parseSafeUrl`, but allows a query, in which some services have their secret. */
export function parseSafeAddress(text: string): ReturnType<typeof parseSafeUrl> {
  const [base = '', ...query] = text.split('?');
  const parsed = parseSafeUrl(base);
  if (!parsed.ok) return parsed;
  if (query.join('?').includes('#')) return { ok: false, problem: 'must not contain a fragment' };
  return { ok: true, value: new URL(text) };
}

/** As `parseSafeAddress`, for an address that a caller gives: https only, and neither this machine nor a private network. */
export function parsePublicAddress(text: string): ReturnType<typeof parseSafeUrl> {
  const parsed = parseSafeAddress(text);
  if (!parsed.ok) return parsed;
  const { protocol, hostname } = parsed.value;
  if (protocol !== 'https:') return { ok: false, problem: 'must begin with https://' };
  return isLoopback(hostname) || hostname.endsWith('.localhost') || isIn(PRIVATE, hostname)
    ? { ok: false, problem: 'must not be an address of a private network' }
    : parsed;
}

function isIn(list: BlockList, host: string): boolean {
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

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
