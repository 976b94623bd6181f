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

/** IPv4 addresses that are not on the Internet (RFC 6890): this machine, private networks, tests, multicast, reserved. */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;

const NOT_PUBLIC = new BlockList();
for (const [address, bits] of NOT_PUBLIC_IPV4) {
  NOT_PUBLIC.addSubnet(address, bits);
  // Embedded in an IPv6 address, which a network may translate back. IPv4-mapped addresses are compared as IPv4.
  NOT_PUBLIC.addSubnet(`64:ff9b::${address}`, 96 + bits, 'ipv6');
}
// The unspecified and the loopback address, IPv4-compatible ones, and 6to4, which embeds IPv4 addresses too.
NOT_PUBLIC.addSubnet('::', 96, 'ipv6');
NOT_PUBLIC.addSubnet('64:ff9b:1::', 48, 'ipv6');
NOT_PUBLIC.addSubnet('2002::', 16, 'ipv6');
NOT_PUBLIC.addSubnet('fc00::', 7, 'ipv6');
NOT_PUBLIC.addSubnet('fe80::', 9, 'ipv6');
NOT_PUBLIC.addSubnet('ff00::', 8, 'ipv6');

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
  const urlResult = parseSafeUrl(base);
  if (!urlResult.ok) return urlResult;
  if (query.join('?').includes('#')) return { ok: false, problem: 'must not contain a fragment' };
  return { ok: true, value: new URL(text) };
}

/** As `parseSafeAddress`, for an address that a caller gives: https only, and neither this machine nor a private network. */
export function parsePublicAddress(text: string): ReturnType<typeof parseSafeUrl> {
  const addressResult = parseSafeAddress(text);
  if (!addressResult.ok) return addressResult;
  const { protocol, hostname } = addressResult.value;
  if (protocol !== 'https:') return { ok: false, problem: 'must begin with https://' };
  // Whatever this machine's resolver says of these names.
  const isLocalName = /(^|\.)localhost\.?$/.test(hostname);
  return isLocalName || isIn(NOT_PUBLIC, hostname)
    ? { ok: false, problem: 'must not be an address of a private network' }
    : addressResult;
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

export interface AllowedAddresses {
  /** Whether it is http, which is for this machine only. */
  readonly isPlain: boolean;
  /** Whether the address was given by a caller, so that this machine and private networks are forbidden. */
  readonly isPublic?: boolean;
}

/**
 * Fails for a host name with any forbidden address, even if others are allowed. It is not called for an address without a name:
 * that is checked when it is parsed.
 */
export function createSafeLookup(
  { isPlain, isPublic = false }: AllowedAddresses,
  findAddresses: ResolveAddresses = lookup,
): LookupFunction {
  const isForbidden = (address: string): boolean =>
    isLinkLocal(address) ||
    (isPlain && !isLoopback(address)) ||
    (isPublic && isIn(NOT_PUBLIC, address));
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
