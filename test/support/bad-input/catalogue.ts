// The catalogue of invalid input, written before the code. Tests define the outcome of each item, or why it does not apply;
// this file checks that every item is covered.

/** The test cases of one kind of invalid input. */
export interface CatalogueEntry<Case> {
  /** Its number, or its text where there are no numbers, in the catalogue. */
  readonly of: number | string;
  readonly what: string;
  /** Why all or part of it cannot occur, or has another outcome than in the catalogue. */
  readonly otherwise?: string;
  readonly cases: readonly Case[];
}

/** From the API: by number. */
export const UPSTREAM: readonly number[] = Array.from({ length: 60 }, (_, index) => index + 1);

/** From callers of the HTTP API. */
export const HTTP: readonly string[] = [
  'no token / expired / wrong issuer / wrong audience / wrong scope',
  'other tenant’s folder',
  'unknown route, wrong method',
  'body not JSON',
  'body empty',
  'body array / string',
  'body over 16 KB',
  'Content-Type not JSON',
  'base64 flag with bad base64',
  'unknown field',
  '__proto__',
  'folder key',
  'folder does not exist',
  'week',
  'format other than pdf/json/both',
  'zone given and unknown',
  'both week and range',
  'base_url, callback, bucket, key in body',
  'Idempotency-Key',
  'job id',
  'rate limit',
  'query repeated twice, arrays, percent-encoding broken',
  'header injection CR/LF',
  'Accept not satisfiable',
  'link for damaged/expired report',
  'HEAD/OPTIONS/CORS',
  'header limit and 10 MB by gateway',
  'v1.0 vs v2.0 event shape',
];

/** From configuration. */
export const CONFIG: readonly string[] = [
  'base_url: missing',
  'base_url: http://',
  'base_url: user:pass@',
  'base_url: query/fragment',
  'base_url: path dropped',
  'base_url: link-local, private ranges',
  'base_url: port',
  'base_url: IDN look-alike',
  'base_url: file:/data:',
  'credentials: missing, blank',
  'credentials: newline/space, non-Latin-1',
  'credentials: `:` in client id',
  'credentials: placeholder',
  'credentials: identical to each other',
  'credentials: in plain env while a secret is set',
  'secret: malformed',
  'secret: wrong region',
  'secret: JSON without the two fields / binary',
  'bucket: bad name, dots, missing',
  'bucket: other account',
  'prefix',
  'region',
  'time zone default',
  'week start',
  'settle delay',
  'retention',
  'concurrency',
  'timeouts, visibility, retries, maxBody',
  'link ttl',
  'folder allow-list',
  'locale',
  'font file, template version',
  'unknown key (typo)',
  'same setting twice',
  'schedule expression',
  'all errors at once',
];

/** The differences between a table of entries and the catalogue: missing, repeated and unknown items. */
export function catalogueGaps<Case>(
  catalogue: readonly (number | string)[],
  entries: readonly CatalogueEntry<Case>[],
): readonly string[] {
  const items = entries.map(({ of }) => of);
  return [
    ...catalogue.filter((of) => !items.includes(of)).map((of) => `no entry for ${of}`),
    ...items.filter((of) => !catalogue.includes(of)).map((of) => `${of} is not in the catalogue`),
    ...items.filter((of, index) => items.indexOf(of) < index).map((of) => `${of} has two entries`),
    ...entries
      .filter(({ cases, otherwise }) => cases.length === 0 && otherwise === undefined)
      .map(({ of }) => `${of} has neither a case nor a reason`),
  ];
}
