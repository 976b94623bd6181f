// Responses of the server: S3's errors and XML.

export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An error of S3: an HTTP status and a code; `details` are further elements of its XML. */
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

const EMPTY_BODY: Buffer = Buffer.alloc(0);

export function emptyResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): S3Response {
  return { status, headers, body: EMPTY_BODY };
}

/** `elements` is the content of the root element. */
export function xmlResponse(status: number, root: string, elements: string): S3Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${elements}</${root}>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) };
}

export function errorResponse({ status, code, details }: S3Error): S3Response {
  if (status === 304) return emptyResponse(304);
  const elements = { Code: code, Message: `Error ${code} of the test server.`, ...details };
  return xmlResponse(status, 'Error', xmlElements(elements));
}

export function xmlElements(values: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join('');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
}

export function unescapeXml(text: string): string {
  const namedEntities: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(parseInt(hex, 16));
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal));
    return namedEntities[String(name)] ?? entity;
  });
}
