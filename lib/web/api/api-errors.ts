// What can go wrong between the page and the API, as the page needs to tell it apart.

/**
 * offline: nothing was reached; slow: no whole answer came in time; foreign: something else than the API answered, such
 * as the sign-in page of a network; signedOut: the token is none, or none any more; notFound: there is no such thing, or
 * not for this token; refused: the API says why not, by `code`; busy: too many ask at once, or the API or its store
 * is out of reach for a while; broken: anything else.
 */
export type TroubleKind =
  'offline' | 'slow' | 'foreign' | 'signedOut' | 'notFound' | 'refused' | 'busy' | 'broken';

/** What the answer said besides; nothing where there was none. */
interface Said {
  readonly code?: string | null;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly retryAfterMs?: number | null;
}

export class Trouble extends Error {
  readonly kind: TroubleKind;
  /** The API's own code; null where it didn't get to say one. */
  readonly code: string | null;
  /** Members of the problem besides those of RFC 9457, e.g. `closesAt`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of HTTP; null where there was no answer. */
  readonly status: number | null;
  /** For how long the API wants to be left alone; null where it doesn't say. */
  readonly retryAfterMs: number | null;

  constructor(kind: TroubleKind, said: Said = {}) {
    super(said.code ?? kind);
    this.name = 'Trouble';
    this.kind = kind;
    this.code = said.code ?? null;
    this.facts = said.facts ?? {};
    this.status = said.status ?? null;
    this.retryAfterMs = said.retryAfterMs ?? null;
  }

  /** A fact that is text; null where there is none. */
  text(name: string): string | null {
    const fact = this.facts[name];
    return typeof fact === 'string' ? fact : null;
  }
}

export function troubleOf(error: unknown): Trouble {
  return error instanceof Trouble ? error : new Trouble('broken');
}

/** From an answer that is no success; its body is problem JSON, or the gateway's own JSON, or anything. */
export async function troubleIn(response: Response): Promise<Trouble> {
  const { status } = response;
  // The API never leads elsewhere, and whatever it or its gateway refuses it refuses in JSON.
  const isOurs = status >= 500 || status === 429 || (status >= 400 && isJson(response));
  if (!isOurs) return new Trouble('foreign');
  const { code, ...facts } = isJson(response) ? await fieldsIn(response) : {};
  const known = typeof code === 'string' ? code : null;
  return new Trouble(kindOf(status), {
    code: known,
    facts,
    status,
    retryAfterMs: retryAfterMs(response.headers),
  });
}

/** JSON of any kind, also problem JSON. */
export function isJson({ headers }: Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('Content-Type') ?? '');
}

function kindOf(status: number): TroubleKind {
  switch (status) {
    case 401:
    case 403:
      return 'signedOut';
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

/** In whole seconds; ours says no dates (RFC 9110 has both). */
function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('Retry-After')?.trim() ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

async function fieldsIn(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
