// Checks the variables that the AWS SDK reads from the environment, because the SDK's own errors name no variable.
import type { ConfigProblem, Environment } from './setting-values.ts';
import { isSet } from './setting-values.ts';

/** The first applies to all clients, the others to the clients that this program uses. */
const ENDPOINT_VARIABLES = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
] as const;

/** Variables that the SDK would fail on, or silently ignore. */
export function findAwsProblems(environment: Environment): readonly ConfigProblem[] {
  return [
    ...regionProblems(environment['AWS_REGION']),
    ...ENDPOINT_VARIABLES.filter((name) => !isEndpoint(environment[name] ?? '')).map((name) => ({
      name,
      problem: 'must be an http or https URL, e.g. http://127.0.0.1:9000',
    })),
    ...credentialProblems(environment),
  ];
}

/** The SDK uses an empty AWS_REGION as the region and ignores the profile's region. */
function regionProblems(region: string | undefined): readonly ConfigProblem[] {
  const name = 'AWS_REGION';
  if (region === '') {
    return [{ name, problem: 'is set but empty: name a region, e.g. eu-west-1, or unset it' }];
  }
  // The region becomes a part of host names.
  return region === undefined || /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(region)
    ? []
    : [{ name, problem: 'must be the name of a region, e.g. eu-west-1' }];
}

function isEndpoint(text: string): boolean {
  // The SDK ignores an empty endpoint.
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

/** With only one of the two variables, the SDK would silently use credentials from another source. */
function credentialProblems(environment: Environment): readonly ConfigProblem[] {
  const [idName, keyName] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  if (isSet(environment[idName]) === isSet(environment[keyName])) return [];
  const [present, missing] = isSet(environment[idName]) ? [idName, keyName] : [keyName, idName];
  return [{ name: missing, problem: `is not set, although ${present} is: set both or neither` }];
}
