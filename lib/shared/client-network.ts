// The network of a client, for limits of requests without a token.
import ipaddr from 'ipaddr.js';

/** Of 16 bits each. */
const IPV6_NETWORK_GROUPS = 4;
/** Of the last group: providers give a subscriber line a network of 56 bits. */
const LAST_GROUP_MASK = 0xff00;

/** An IPv4 address, or the /56 network of an IPv6 address; null for a text that is no address. */
export function clientNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group, i) => (i === IPV6_NETWORK_GROUPS - 1 ? group & LAST_GROUP_MASK : group));
  return `${groups.map((group) => group.toString(16)).join(':')}::/56`;
}
