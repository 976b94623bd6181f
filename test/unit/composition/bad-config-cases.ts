// Cases of invalid settings, checked by the readers that commands, functions and deployments use. A problem must name the
// setting and its requirement, and must not contain the value.
import assert from 'node:assert/strict';
import { parseSecret } from '../../../lib/adapters/secrets/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  readConfig,
  type Config,
  type ConfigProblem,
  type Environment,
  type ConfigRequirements,
} from '../../../lib/composition/config.ts';
import { checkParameters } from '../../../infra/parameters.ts';

export interface ConfigCase {
  readonly what: string;
  readonly check: () => void;
}

export const MINIMUM: Environment = {
  FEEDBACK_API_URL: 'https://api.example.com',
  FEEDBACK_API_CLIENT_ID: 'acme',
  FEEDBACK_API_TOKEN: 'sesame',
};

const CONFIGURED: ConfigRequirements = { api: 'configured' };

/** A case for each value of the setting. */
export function refuses(name: string, ...values: readonly string[]): readonly ConfigCase[] {
  return values.map((value) => refusesAll({ [name]: value }, [name]));
}

/** Expects exactly these names among the problems, in this order. */
export function refusesAll(
  environment: Environment,
  names: readonly string[],
  requirements: ConfigRequirements = CONFIGURED,
): ConfigCase {
  return {
    what: JSON.stringify(environment).slice(0, 90),
    check: () => {
      const { config, problems } = readConfig({ ...MINIMUM, ...environment }, requirements);
      assert.equal(config, null);
      assert.deepEqual(
        problems.map(({ name }) => name),
        names,
      );
      for (const { name, problem } of problems) assertHelpful(problem, environment[name] ?? '');
    },
  };
}

function assertHelpful(problem: ConfigProblem['problem'], value: string): void {
  assert.match(problem, /^(must|is not set|is a placeholder: replace|is not a setting)/);
  // A short value may be a word of the advice by coincidence.
  if (value.length > 5) assert.ok(!problem.includes(value));
}

export function accepts<T>(
  environment: Environment,
  read: (config: Config) => T,
  expected: T,
): ConfigCase {
  return {
    what: JSON.stringify(environment),
    check: () => {
      const { config, problems } = readConfig({ ...MINIMUM, ...environment }, CONFIGURED);
      assert.deepEqual(problems, []);
      assert.ok(config !== null);
      assert.deepEqual(read(config), expected);
    },
  };
}

const SECRET = {
  clientId: 'acme',
  apiToken: 'sesame',
  linkKeys: [{ id: 'k1', key: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4' }],
  apiTokens: [{ sha256: '0'.repeat(64), folders: [1] }],
};

/** The secret with changed fields or as another text; the failure contains only `places`. */
export function refusesSecret(change: object | string, places: string): ConfigCase {
  const text = typeof change === 'string' ? change : JSON.stringify({ ...SECRET, ...change });
  return {
    what: `the secret with ${JSON.stringify(change).slice(0, 60)}`,
    check: () => {
      assert.throws(
        () => parseSecret('prod/reports', text),
        (error) => {
          assert.ok(error instanceof Failure);
          assert.equal(error.code, 'SECRET_INVALID');
          assert.deepEqual(error.facts, { name: 'prod/reports', problems: places });
          return true;
        },
      );
    },
  };
}

/** A case for each value of a deployment parameter. */
export function refusesParameter(
  name: string,
  ...values: readonly string[]
): readonly ConfigCase[] {
  const requiredParameters = {
    region: 'eu-west-1',
    account: '111122223333',
    bucket: 'our-reports',
    apiUrl: 'https://api.example.com',
    secretName: 'prod/r',
  };
  return values.map((value) => ({
    what: `${name}=${value}`,
    check: () => {
      const { problems } = checkParameters({ ...requiredParameters, [name]: value }, {});
      const [problem = ''] = problems;
      assert.equal(problems.length, 1, problems.join());
      assert.ok(problem.startsWith(`${name} `), problem);
      if (value.length > 5) assert.ok(!problem.includes(value));
    },
  }));
}
