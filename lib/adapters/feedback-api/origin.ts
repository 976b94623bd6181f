// Hides where requests may go: to the one origin that is configured, over https or to this machine,
// and never to link-local addresses, where clouds keep their metadata services.
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Failure } from '../../app/failures.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addAddress('fd00:ec2::254', 'ipv6');

/** The code of a connection that was refused here because of its address. */
export const FORBIDDEN_ADDRESS = 'FORBIDDEN_ADDRESS';

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** Whether a URL's host (`URL.hostname`) is this machine: `localhost` or a loopback address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(LOOPBACK, withoutBrackets(host));
}

/** Whether a URL's host is a link-local or metadata address. */
function isLinkLocal(host: string): boolean {
  return isIn(LINK_LOCAL, withoutBrackets(host));
}

export interface Target {
  readonly origin: string;
  /** The base URL's own path without a slash at its end; '' when it has none. */
  readonly pathPrefix: string;
  readonly isPlain: boolean;
}

/** Fails with CONFIG_INVALID; the URL itself is never repeated, it may hold a password. */
export function parseBaseUrl(text: string): Target {
  const refuse = (reason: string): Failure =>
    new Failure('CONFIG_INVALID', { setting: 'base URL', reason });
  if (!URL.canParse(text)) throw refuse('not a URL');
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw refuse('not https');
  if (url.username !== '' || url.password !== '') throw refuse('has a user name or password');
  if (url.search !== '' || url.hash !== '') throw refuse('has a query or a fragment');
  if (isPlain && !isLoopback(url.hostname)) throw refuse('http is for this machine alone');
  if (isLinkLocal(url.hostname)) throw refuse('link-local address');
  return { origin: url.origin, pathPrefix: url.pathname.replace(/\/+$/, ''), isPlain };
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
  return isIn(LINK_LOCAL, address) || (target.isPlain && !isIn(LOOPBACK, address));
}

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: FORBIDDEN_ADDRESS });
}
