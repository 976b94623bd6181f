// Locations that are expected to contain a credential, each with its reason. The campaign fails for an entry that no
// finding matches.
import type { Canary } from '../../../support/secret-markers.ts';
import type { SecretFinding } from './recorded-output.ts';

export interface ExpectedPlace {
  readonly location: RegExp;
  readonly canaries: readonly Canary[];
  /** Allows fragments that belong to no known canary. */
  readonly allowsFragments?: boolean;
  readonly reason: string;
}

export const EXPECTED_PLACES: readonly ExpectedPlace[] = [
  {
    location: /^file data-set-\w+\/(company\.json|service\.sqlite(-wal)?)$/,
    canaries: ['client id'],
    reason: 'the feedback service stores the client ids and only hashes of the tokens',
  },
  {
    location:
      /^answer to POST \/ of test\/(integration\/secrets\/secrets|e2e\/functions\/functions-on-lambda)\.test\.ts$/,
    canaries: ['client id', 'token', 'another token', 'third token', 'link key'],
    reason: 'the Secrets Manager of the tests returns its secrets',
  },
  {
    location:
      /^((head of the )?answer to GET \/v1\/[\w/]+|error) of test\/integration\/(feedback-api\/secrets|campaigns\/fuzz)\.test\.ts$/,
    canaries: ['client id', 'token'],
    reason: 'a reporting API that echoes requests, and the undici error with its answer',
  },
  {
    location: /^answer to GET \/2018-06-01\/runtime\/invocation\/next of test\/e2e\//,
    canaries: ['caller token', 'one folder’s caller token'],
    reason: 'Lambda passes the caller’s headers to the function',
  },
  {
    location: /^body of POST \/2018-06-01\/runtime\/invocation\/\S+ of test\/e2e\//,
    canaries: ['access key id'],
    reason: 'the function answers with a signed URL, which contains the access key id',
  },
  {
    location: /^request (GET|PUT) \/reports\//,
    canaries: ['access key id'],
    reason: 'a signed URL contains the access key id',
  },
  {
    location:
      /^(body of PUT|answer to GET) \/reports\/subscriptions\/\S+ of test\/integration\/functions\/send-message\.test\.ts$/,
    canaries: ['mail address', 'subscription URL'],
    reason: 'subscriptions are stored in the bucket',
  },
  {
    location: /^file [^ ]*\/subscriptions\/\d+\/[^/]+\.json$/,
    canaries: ['mail address', 'subscription URL'],
    reason: 'subscriptions are stored in a folder',
  },
  {
    location:
      /^(file [^ ]*\/outbox\/.*\.eml|body of POST \/v2\/email\/outbound-emails of test\/.*)$/,
    canaries: ['mail address'],
    reason: 'messages have a recipient',
  },
  {
    location:
      /^request POST \/\w+ of test\/integration\/(webhook\/chat-sender|functions\/send-message)\.test\.ts$/,
    canaries: ['subscription URL'],
    reason: 'the receiver of a message is asked at its address',
  },
  {
    location: /^file plants-\w+\//,
    canaries: ['token'],
    allowsFragments: true,
    reason: 'files of the test of this search',
  },
];

/** Undefined: the finding is a leak. */
export function findExpectedPlace(finding: SecretFinding): ExpectedPlace | undefined {
  return EXPECTED_PLACES.find(
    (place) =>
      place.location.test(finding.location) &&
      (finding.secrets.length > 0 || place.allowsFragments === true) &&
      finding.secrets.every((name) => place.canaries.some((canary) => canary === name)),
  );
}
