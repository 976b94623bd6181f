// The address of a client: that of the socket, or the one that a proxy of a known network forwards.
import { BlockList, isIP } from 'node:net';

export interface AddressRanges {
  /** False for a text that is no address. */
  readonly has: (address: string) => boolean;
}

/** `10.0.0.0/8`, `fd00::/8`, or single addresses; undefined when one of the texts is none of these. */
export function parseAddressRanges(texts: readonly string[]): AddressRanges | undefined {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const family = familyOf(address);
    if (family === undefined) return undefined;
    const bits = family === 'ipv4' ? 32 : 128;
    const length = Number(prefix ?? bits);
    if (length > bits) return undefined;
    list.addSubnet(address, length, family);
  }
  return {
    has: (address) => {
      const family = familyOf(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

const loopbackRanges = parseAddressRanges(['127.0.0.0/8', '::1']);

/** Also of the IPv4-mapped addresses of sockets for both families. */
export function isLoopbackAddress(address: string): boolean {
  return loopbackRanges?.has(address) === true;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  switch (isIP(address)) {
    case 4:
      return 'ipv4';
    case 6:
      return 'ipv6';
    default:
      return undefined;
  }
}

/**
 * The last address of X-Forwarded-For that is not of a proxy. Each proxy adds the address from which it got
 * the request, so that only those that proxies have added can be trusted.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | readonly string[] | undefined,
  proxies: AddressRanges | undefined,
): string {
  if (proxies === undefined) return socketAddress;
  const forwarded = [forwardedFor ?? []].flat().join(',').split(',');
  let client = socketAddress;
  while (proxies.has(client)) {
    const address = withoutPort((forwarded.pop() ?? '').trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
