// Errors of requests to the API, classified by what the page can do about them.

/**
 * - offline: no connection; slow: no complete answer before the timeout; foreign: the answer came from something
 *   other than the API, such as a network's sign-in page.
 * - signedOut: the token is not or no longer accepted, but not where a reader may only read; notFound: the resource does not exist or the token does not
 *   cover it; refused: the API rejects the request and gives a `code`.
 * - busy: rate limit reached, or the API or its store is temporarily unavailable; broken: any other error.
 */
export type ApiErrorKind =
  'offline' | 'slow' | 'foreign' | 'signedOut' | 'notFound' | 'refused' | 'busy' | 'broken';

/** Details of the error response, where there was one. */
interface ErrorDetails {
  readonly code?: string | null;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly retryAfterMs?: number | null;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The API's problem code; null when the response has none. */
  readonly code: string | null;
  /** Extension members of the problem (RFC 9457), e.g. `closesAt`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** From the Retry-After header; null when absent. */
  readonly retryAfterMs: number | null;

  constructor(kind: ApiErrorKind, details: ErrorDetails = {}) {
    super(details.code ?? kind);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = details.code ?? null;
    this.facts = details.facts ?? {};
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** A string member of `facts`; null when missing or not a string. */
  textFact(name: string): string | null {
    const fact = this.facts[name];
    return typeof fact === 'string' ? fact : null;
  }
}

export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('broken');
}

/** Classifies an unsuccessful response. Its body may be problem JSON, the gateway's JSON or anything else. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status } = response;
  // The API never redirects, and the API and its gateway reject requests with JSON bodies only.
  const isFromApi = status >= 500 || status === 429 || (status >= 400 && isJsonResponse(response));
  if (!isFromApi) return new ApiError('foreign');
  const { code, ...facts } = isJsonResponse(response) ? await readFields(response) : {};
  const problemCode = typeof code === 'string' ? code : null;
  return new ApiError(kindOf(status, problemCode), {
    code: problemCode,
    facts,
    status,
    retryAfterMs: retryAfterMs(response.headers),
  });
}

/** Any JSON media type, including problem JSON. */
export function isJsonResponse({ headers }: Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('Content-Type') ?? '');
}

function kindOf(status: number, code: string | null): ApiErrorKind {
  switch (status) {
    case 401:
      return 'signedOut';
    case 403:
      // With a code it is about the request; the gateway refuses tokens without one.
      return code === null ? 'signedOut' : 'refused';
    case 404:
    case 410:
      return 'notFound';
    case 429:
    case 502:
    case 503:
    case 504:
      return 'busy';
    default:
      return status < 500 ? 'refused' : 'broken';
  }
}

/** The API sends whole seconds; the date form of RFC 9110 is not supported. */
function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('Retry-After')?.trim() ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

async function readFields(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
