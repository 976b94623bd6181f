// The addresses that this program may connect to: https to any host, http only to this machine, and never link-local
// addresses, where clouds provide the credentials of machines. Checked in a configured URL, and at each connection.
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses of AWS's metadata and time services in a VPC. */
const AWS_SERVICES = ipaddr.IPv6.parseCIDR('fd00:ec2::/32');
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Networks without IPv4 reach the Internet's IPv4 addresses by it, so that names resolve to it there. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether an IP address or a URL's host (`URL.hostname`) is this machine: `localhost` or a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || parseIpAddress(host)?.range() === 'loopback';
}

/** Whether an IP address or a URL's host is a link-local or metadata address. */
function isLinkLocal(host: string): boolean {
  const address = parseIpAddress(host);
  return address !== null && isLinkLocalAddress(address);
}

function isLinkLocalAddress(address: IpAddress): boolean {
  if (address.range() === 'linkLocal') return true;
  if (address instanceof ipaddr.IPv4) return false;
  const embedded = embeddedAddress(address);
  return address.match(AWS_SERVICES) || (embedded !== null && isLinkLocalAddress(embedded));
}

/** Whether an IP address or a URL's host is an address that is not on the Internet; false for a name. */
function isNotPublic(host: string): boolean {
  const address = parseIpAddress(host);
  return address !== null && !isPublicAddress(address);
}

/** Of IPv6, only global unicast addresses (2000::/3) are on the Internet; ranges that are not assigned yet are refused. */
function isPublicAddress(address: IpAddress): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const translated = address.match(NAT64) ? embeddedAddress(address) : null;
  return translated === null
    ? address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
    : isPublicAddress(translated);
}

/** The IPv4 address to which a network may translate an IPv6 address back; null without one. */
function embeddedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    case 'teredo':
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    case 'rfc6145':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    default:
      return address.match(IPV4_COMPATIBLE) ? new ipaddr.IPv4(bytes.slice(12)) : null;
  }
}

/** IPv4-mapped addresses as IPv4; null for a name. */
function parseIpAddress(host: string): IpAddress | null {
  const text = host.startsWith('[') ? host.slice(1, -1) : host;
  return isIP(text) === 0 ? null : ipaddr.process(text);
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
  return isLocalName || isNotPublic(hostname)
    ? { ok: false, problem: 'must not be an address of a private network' }
    : addressResult;
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
    isLinkLocal(address) || (isPlain && !isLoopback(address)) || (isPublic && isNotPublic(address));
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
