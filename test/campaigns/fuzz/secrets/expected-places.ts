// The places that hold a credential by nature, each with its reason. One that is not met in a whole run is too many.
import type { Canary } from '../../../support/secret-markers.ts';
import type { Find } from './secret-search.ts';

export interface Place {
  readonly where: RegExp;
  readonly canaries: readonly Canary[];
  /** Also pieces of canaries, of which nobody knows whose they are. */
  readonly holdsPieces?: boolean;
  readonly why: string;
}

export const BY_NATURE: readonly Place[] = [
  {
    where: /^file data-set-\w+\/(company\.json|service\.sqlite(-wal)?)$/,
    canaries: ['client id'],
    why: 'the stand-in reporting API keeps who may ask it; of the token it keeps a hash',
  },
  {
    where:
      /^answer to POST \/ of test\/(adapters\/secrets\/secrets|whole\/functions-on-lambda)\.test\.ts$/,
    canaries: ['client id', 'token', 'another token', 'third token', 'link key'],
    why: 'the test’s Secrets Manager hands out what it was given',
  },
  {
    where:
      /^((head of the )?answer to GET \/v1\/[\w/]+|error) of test\/(adapters\/feedback-api\/secrets|fuzz\/fuzz)\.test\.ts$/,
    canaries: ['client id', 'token'],
    why: 'a reporting API that echoes what it is asked, and undici’s error with what it answered',
  },
  {
    where: /^answer to GET \/2018-06-01\/runtime\/invocation\/next of test\/whole\//,
    canaries: ['caller token', 'one folder’s caller token'],
    why: 'Lambda hands a function the headers that its caller sent',
  },
  {
    where: /^body of POST \/2018-06-01\/runtime\/invocation\/\S+ of test\/whole\//,
    canaries: ['access key id'],
    why: 'a function answers with a signed address, which names the key that signed it',
  },
  {
    where: /^request (GET|PUT) \/reports\//,
    canaries: ['access key id'],
    why: 'a signed address names the key that signed it',
  },
  {
    where: /^file plants-\w+\//,
    canaries: ['token'],
    holdsPieces: true,
    why: 'what the test of the search plants',
  },
];

/** The place that explains a find; undefined: it is a leak. */
export function placeOf(find: Find): Place | undefined {
  return BY_NATURE.find(
    (place) =>
      place.where.test(find.where) &&
      (find.canaries.length > 0 || place.holdsPieces === true) &&
      find.canaries.every((name) => place.canaries.some((one) => one === name)),
  );
}
