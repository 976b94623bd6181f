// What the AWS SDK reads from the environment by itself, checked before it does: its own errors name no variable.
import type { ConfigProblem, Environment } from './config.ts';
import { isSet } from './setting-values.ts';

/** Of the clients that are used here; the first counts for all of them. */
const ENDPOINTS = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
] as const;

/** Variables that the SDK could not use, or would pass over in silence. */
export function findAwsProblems(environment: Environment): readonly ConfigProblem[] {
  return [
    ...regionProblems(environment['AWS_REGION']),
    ...ENDPOINTS.filter((name) => !isEndpoint(environment[name] ?? '')).map((name) => ({
      name,
      problem: 'must be an http or https URL, e.g. http://127.0.0.1:9000',
    })),
    ...halfCredentials(environment),
  ];
}

/** The SDK takes an empty region for one, and doesn't look for that of a profile then. */
function regionProblems(region: string | undefined): readonly ConfigProblem[] {
  const name = 'AWS_REGION';
  if (region === '') {
    return [{ name, problem: 'is set but empty: name a region, e.g. eu-west-1, or unset it' }];
  }
  // It becomes a part of a host name.
  return region === undefined || /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(region)
    ? []
    : [{ name, problem: 'must be the name of a region, e.g. eu-west-1' }];
}

function isEndpoint(text: string): boolean {
  // The SDK passes over an empty one.
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

/** With one of the two, the SDK would look for credentials elsewhere, and perhaps find those of somebody else. */
function halfCredentials(environment: Environment): readonly ConfigProblem[] {
  const [id, key] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  if (isSet(environment[id]) === isSet(environment[key])) return [];
  const [has, lacks] = isSet(environment[id]) ? [id, key] : [key, id];
  return [{ name: lacks, problem: `is not set, though ${has} is: both or none` }];
}
