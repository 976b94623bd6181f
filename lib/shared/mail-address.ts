// Mail addresses as this program accepts them: a plain local part and a domain, without a name, quotes or comments, which can't
// be told from an attack on a header. Internationalized domains are stored and sent in their ASCII form.
import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const MAX_LENGTH = 254;

/** Whether a text is one address such as "ana+reports@example.com". Nothing that passes can change a header or a command. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (
    at > 0 &&
    at <= 64 &&
    text.length <= MAX_LENGTH &&
    LOCAL_PART.test(text.slice(0, at)) &&
    isMailDomain(text.slice(at + 1))
  );
}

/** Whether it is also in a domain of the Internet, and not of one machine such as "localhost". */
export function isInternetMailAddress(text: string): boolean {
  return isMailAddress(text) && /\.[A-Za-z][A-Za-z0-9-]+$/.test(text);
}

/** Whether a text is such an address as it is or in its ASCII form. */
export function isInternationalMailAddress(text: string): boolean {
  return isInternetMailAddress(toAsciiAddress(text));
}

export function isMailDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text);
}

/** "anna@exämple.de" as "anna@xn--exmple-cua.de"; any other text, valid or not, as it is. */
export function toAsciiAddress(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  return `${text.slice(0, at)}${toAsciiDomain(text.slice(at))}`;
}

/** As `toAsciiAddress`; '' for an internationalized domain that is not valid. */
export function toAsciiDomain(text: string): string {
  // Of other characters, node:url would read "/" or "@" as parts of a URL.
  const isInternationalized = /[^\p{ASCII}]/u.test(text) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(text);
  return isInternationalized ? domainToASCII(text) : text;
}

/** "a…@example.com": for pages that others may see. */
export function maskMailAddress(address: string): string {
  // A word joiner: no line begins after the ellipsis.
  return `${address.slice(0, 1)}…\u2060${address.slice(address.lastIndexOf('@'))}`;
}

/** Domain of a valid address, in lower case. */
export function mailDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
