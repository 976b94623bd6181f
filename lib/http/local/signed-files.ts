// Files of reports behind addresses that this process signs: what S3's signed URLs are on AWS.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';
import type { ObjectStore, SignLink } from '../../ports/object-store.ts';
import type { Clock } from '../../shared/clock.ts';
import { SIGNED_SECONDS } from '../../ports/object-store.ts';
import { isStoredFileKey, readFileByHash } from '../../reports/report-repository.ts';
import { createContentResponse } from './content-response.ts';
import {
  NO_STORE_HEADERS,
  toProblem,
  problemResponse,
  RequestProblem,
} from '../problem-responses.ts';

export interface SignedFiles {
  readonly sign: SignLink;
  /** Answers a request for `/files/…`. */
  readonly answer: (request: Request) => Promise<Response>;
}

const PATH = '/files/';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  json: 'application/json',
};

export function signedFiles(options: {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Whoever has it can make links. */
  readonly key: Uint8Array;
  readonly baseUrl: () => string;
}): SignedFiles {
  const { store, clock, baseUrl } = options;
  const signatureOf = (key: string, name: string, how: string, expires: number): string =>
    createHmac('sha256', options.key)
      .update(JSON.stringify([key, name, how, expires]))
      .digest('base64url');

  async function read(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new RequestProblem('METHOD_NOT_ALLOWED', 'Use GET or HEAD.', { Allow: 'GET, HEAD' });
    }
    const { pathname, searchParams } = new URL(request.url);
    const key = pathname.slice(PATH.length);
    const told = (parameter: string): string => searchParams.get(parameter) ?? '';
    const [name, how, expires] = [told('name'), told('disposition'), told('expires')];
    if (!/^\d{1,12}$/.test(expires)) throw new Failure('LINK_INVALID');
    const isOurs = isSame(told('signature'), signatureOf(key, name, how, Number(expires)));
    if (!isOurs || !isStoredFileKey(key)) throw new Failure('LINK_INVALID');
    if (Number(expires) * 1000 < clock()) return expired();
    const file = await readFileByHash(store, key);
    if (file === null) throw new Failure('REPORT_GONE');
    return createContentResponse(request, file.bytes, {
      ...NO_STORE_HEADERS,
      'Content-Type': CONTENT_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // The report library shows PDFs in a frame.
      'Content-Security-Policy': `frame-ancestors ${key.endsWith('.pdf') ? "'self'" : "'none'"}`,
      'Content-Disposition': `${how}; filename="${name}"`,
    });
  }

  return {
    sign: ({ key, name, disposition = 'attachment' }) => {
      const expires = Math.floor(clock() / 1000) + SIGNED_SECONDS;
      const signature = signatureOf(key, name, disposition, expires);
      const query = new URLSearchParams({
        name,
        disposition,
        expires: String(expires),
        signature,
      });
      return Promise.resolve(`${baseUrl()}${PATH}${key}?${query.toString()}`);
    },
    answer: (request) =>
      read(request).catch((error: unknown) => {
        if (!(error instanceof Failure || error instanceof RequestProblem)) throw error;
        return problemResponse(toProblem(error, () => undefined));
      }),
  };
}

/** As S3 answers it: a fresh address is one request away. */
function expired(): Response {
  const detail = 'This address has expired; ask for a new one.';
  return problemResponse({
    status: 403,
    code: 'LINK_EXPIRED',
    detail,
    facts: {},
    headers: {},
  });
}

/** Compares without telling by its duration how much of it is right. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
