// Which addresses this system talks to: https anywhere, http to this machine alone, and never link-local ones,
// where clouds keep their machines' own credentials.
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6');
// IPv4 addresses written as IPv6 ones, which a network may translate back.
LINK_LOCAL.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
LINK_LOCAL.addSubnet('::a9fe:0', 112, 'ipv6');
LINK_LOCAL.addSubnet('2002:a9fe::', 32, 'ipv6');

/** Whether an IP address or a URL's host (`URL.hostname`) is this machine: `localhost` or a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(LOOPBACK, host);
}

/** Whether an IP address or a URL's host is a link-local or metadata address. */
export function isLinkLocal(host: string): boolean {
  return isIn(LINK_LOCAL, host);
}

/** Reads a base URL; what is wrong with it is told without any of it, for it may hold a password. */
export function parseSafeUrl(
  text: string,
): { readonly ok: true; readonly value: URL } | { readonly ok: false; readonly problem: string } {
  const refuse = (problem: string): { readonly ok: false; readonly problem: string } => ({
    ok: false,
    problem,
  });
  if (!URL.canParse(text)) return refuse('must be a URL such as https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refuse('must begin with https:// (http:// is accepted for this machine itself only)');
  }
  if (url.username !== '' || url.password !== '')
    return refuse('must not contain a user or password');
  if (/[?#]/.test(text)) return refuse('must not contain a query or fragment');
  if (isLinkLocal(url.hostname)) {
    return refuse('must not be a link-local address: those belong to the machine’s own services');
  }
  return { ok: true, value: url };
}

/** As `parseSafeUrl`, for an address that may have a query, which is where some services keep their secret. */
export function parseSafeAddress(text: string): ReturnType<typeof parseSafeUrl> {
  const [base = '', ...query] = text.split('?');
  const parsed = parseSafeUrl(base);
  if (!parsed.ok) return parsed;
  if (query.join('?').includes('#')) return { ok: false, problem: 'must not contain a fragment' };
  return { ok: true, value: new URL(text) };
}

function isIn(list: BlockList, host: string): boolean {
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
