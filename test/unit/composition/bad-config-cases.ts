// Hides how a case of a bad setting is checked: by the readers that commands, functions and deployments use, and that
// what is told of it names the setting, says what it must be, and never repeats the value.
import assert from 'node:assert/strict';
import { parseSecret } from '../../../lib/adapters/secrets/secret-schema.ts';
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

/** Each value of the setting is a problem of its own. */
export function refuses(name: string, ...values: readonly string[]): readonly ConfigCase[] {
  return values.map((value) => refusesAll({ [name]: value }, [name]));
}

/** All that is wrong with the environment is told, in its order. */
export function refusesAll(
  environment: Environment,
  names: readonly string[],
  who: ConfigRequirements = CONFIGURED,
): ConfigCase {
  return {
    what: JSON.stringify(environment).slice(0, 90),
    check: () => {
      const { config, problems } = readConfig({ ...MINIMUM, ...environment }, who);
      assert.equal(config, null);
      assert.deepEqual(
        problems.map(({ name }) => name),
        names,
      );
      for (const { name, problem } of problems) saysHowToMend(problem, environment[name] ?? '');
    },
  };
}

function saysHowToMend(problem: ConfigProblem['problem'], value: string): void {
  assert.match(problem, /^(must|is not set|is a placeholder: replace|is not a setting)/);
  // Short ones may be a word of the advice.
  if (value.length > 5) assert.ok(!problem.includes(value));
}

export function takes<T>(
  environment: Environment,
  seen: (config: Config) => T,
  expected: T,
): ConfigCase {
  return {
    what: JSON.stringify(environment),
    check: () => {
      const { config, problems } = readConfig({ ...MINIMUM, ...environment }, CONFIGURED);
      assert.deepEqual(problems, []);
      assert.ok(config !== null);
      assert.deepEqual(seen(config), expected);
    },
  };
}

const SECRET = {
  clientId: 'acme',
  apiToken: 'sesame',
  linkKeys: [{ id: 'k1', key: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4' }],
  apiTokens: [{ sha256: '0'.repeat(64), folders: [1] }],
};

/** The secret with other fields, or another text; `places` are told, and nothing else of it. */
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

/** A parameter of a deployment. */
export function refusesParameter(
  name: string,
  ...values: readonly string[]
): readonly ConfigCase[] {
  const needed = {
    region: 'eu-west-1',
    account: '111122223333',
    bucket: 'our-reports',
    apiUrl: 'https://api.example.com',
    secretName: 'prod/r',
  };
  return values.map((value) => ({
    what: `${name}=${value}`,
    check: () => {
      const { problems } = checkParameters({ ...needed, [name]: value }, {});
      const [problem = ''] = problems;
      assert.equal(problems.length, 1, problems.join());
      assert.ok(problem.startsWith(`${name} `), problem);
      if (value.length > 5) assert.ok(!problem.includes(value));
    },
  }));
}
