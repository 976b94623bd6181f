// What the server says: answers, S3's errors and their XML.

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An error as S3 tells it: an HTTP status and a code; `details` are further elements of its XML. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, details: Readonly<Record<string, string>> = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const NOTHING: Buffer = Buffer.alloc(0);

export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers, body: NOTHING };
}

/** `elements` is the inside of the root element. */
export function xml(status: number, root: string, elements: string): Answer {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${elements}</${root}>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) };
}

export function errorAnswer({ status, code, details }: S3Error): Answer {
  if (status === 304) return empty(304);
  const all = { Code: code, Message: `The test server says ${code}.`, ...details };
  return xml(status, 'Error', elementsOf(all));
}

export function elementsOf(values: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
}

export function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (all, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(parseInt(hex, 16));
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal));
    return named[String(name)] ?? all;
  });
}
