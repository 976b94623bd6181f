// Validation of the secret: an error names the places of all invalid values, never the values.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { fc } from '../../../support/property-settings.ts';
import { parseSecret } from '../../../../lib/adapters/secrets/index.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import { canary } from '../../../support/secret-markers.ts';

const KEY = canary('link key');
const HASH = 'ab01'.repeat(16);
const WHOLE = {
  clientId: canary('client id'),
  apiToken: canary('token'),
  linkKeys: [
    { id: 'k-2', key: KEY },
    { id: 'k_1', key: `${KEY}x` },
  ],
  apiTokens: [{ sha256: HASH, folders: [1, 12] }],
  webhooks: [
    { folder: 1, url: 'https://hooks.example.com/a/b', key: KEY },
    { folder: 1, url: 'https://hooks.slack.com/services/T/B/x', key: KEY, kind: 'slack' },
    { folder: 2, url: 'https://flows.example.com/x?sig=y', key: KEY, kind: 'teams' },
    { folder: 3, url: 'https://hooks.example.com/c', key: KEY, kind: 'generic' },
  ],
};

function failureOf(text: string): Failure {
  try {
    parseSecret('reports', text);
  } catch (error) {
    assert(error instanceof Failure && error.code === 'SECRET_INVALID');
    return error;
  }
  throw new Error('it did not fail');
}

/** The places that the error names when these fields replace those of a valid secret. */
function problemsOf(fields: Readonly<Record<string, unknown>>): unknown {
  return failureOf(JSON.stringify({ ...WHOLE, ...fields })).facts['problems'];
}

describe('a secret’s JSON', () => {
  it('contains credentials, link keys, token hashes and subscriptions; other fields are ignored', () => {
    const { clientId, apiToken, ...rest } = WHOLE;
    const text = JSON.stringify({ ...WHOLE, note: 'changeme', __proto__: null });
    assert.deepEqual(parseSecret('reports', text), {
      credentials: { clientId, apiToken },
      ...rest,
    });
  });

  it('may have the password of an SMTP server', () => {
    const mailPassword = canary('mail password');
    const text = JSON.stringify({ ...WHOLE, mailPassword });
    assert.equal(parseSecret('s', text).mailPassword, mailPassword);
    assert.equal(parseSecret('s', JSON.stringify(WHOLE)).mailPassword, undefined);
  });

  it('may have no webhooks and no tokens', () => {
    const { webhooks: _webhooks, ...otherFields } = WHOLE;
    const { webhooks, apiTokens } = parseSecret(
      'reports',
      JSON.stringify({ ...otherFields, apiTokens: [] }),
    );
    assert.deepEqual([webhooks, apiTokens], [[], []]);
  });

  it('must be a JSON object', () => {
    assert.deepEqual(failureOf('{"clientId": sesame').facts, {
      name: 'reports',
      problems: 'not JSON',
    });
    for (const text of ['[]', 'null', '"sesame"', '7']) {
      assert.deepEqual(failureOf(text).facts, { name: 'reports', problems: 'not an object' });
    }
    assert.equal(failureOf('{}').facts['problems'], 'clientId, apiToken, linkKeys, apiTokens');
  });

  it('is refused with the places of all invalid values', () => {
    assert.equal(
      problemsOf({ linkKeys: [], apiTokens: [{ sha256: 'AB', folders: [] }] }),
      'linkKeys, apiTokens.0.sha256, apiTokens.0.folders',
    );
  });

  const WRONG: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: 12 }],
    ['apiToken', { apiToken: 'sesame\n' }],
    ['apiToken', { apiToken: 'changeme' }],
    ['apiToken', { apiToken: 'CHANGE-ME' }],
    ['apiToken', { apiToken: '<token>' }],
    ['apiToken', { apiToken: 'xxxx' }],
    ['linkKeys.0.id', { linkKeys: [{ id: 'a.b', key: KEY }] }],
    ['linkKeys.0.id', { linkKeys: [{ id: 'k'.repeat(17), key: KEY }] }],
    [
      'linkKeys.1.id',
      {
        linkKeys: [
          { id: 'a', key: KEY },
          { id: 'a', key: `${KEY}x` },
        ],
      },
    ],
    ['linkKeys.0.key', { linkKeys: [{ id: 'a', key: KEY.slice(0, 31) }] }],
    ['linkKeys.0.key', { linkKeys: [{ id: 'a', key: 'changeme'.repeat(5) }] }],
    ['linkKeys.0.key', { linkKeys: [{ id: 'a', key: '0'.repeat(40) }] }],
    ['apiTokens.0.sha256', { apiTokens: [{ sha256: HASH.toUpperCase(), folders: [1] }] }],
    ['apiTokens.0.folders.0', { apiTokens: [{ sha256: HASH, folders: [0] }] }],
    ['apiTokens.0.folders.1', { apiTokens: [{ sha256: HASH, folders: [1, '2'] }] }],
    ['mailPassword', { mailPassword: 'two words' }],
    ['mailPassword', { mailPassword: 'changeme' }],
    ['webhooks.0.url', { webhooks: [{ folder: 1, url: 'http://hooks.example.com', key: KEY }] }],
    ['webhooks.0.url', { webhooks: [{ folder: 1, url: 'https://169.254.169.254/', key: KEY }] }],
    ['webhooks.0.folder', { webhooks: [{ folder: 1.5, url: 'https://e.test', key: KEY }] }],
    [
      'webhooks.0.kind',
      { webhooks: [{ folder: 1, url: 'https://e.test', key: KEY, kind: 'Teams' }] },
    ],
    ['webhooks.0.key', { webhooks: [{ folder: 1, url: 'https://e.test', key: 'short' }] }],
  ];
  for (const [place, fields] of WRONG) {
    // No test's name holds a key.
    const shownFields = JSON.stringify(fields).replaceAll(KEY.slice(0, 31), 'KEY').slice(0, 70);
    it(`is refused with ${place} as ${shownFields}`, () => {
      assert.equal(problemsOf(fields), place);
    });
  }

  it('is never quoted in the failure', () => {
    const secret = canary('token');
    const poisonedValue = fc.oneof(
      fc.constant(secret),
      fc.constant([secret]),
      fc.constant({ [secret]: secret }),
      fc.constant([{ id: secret, key: secret, sha256: secret, url: secret, folders: [secret] }]),
    );
    const fields = fc.record(
      {
        clientId: poisonedValue,
        linkKeys: poisonedValue,
        apiTokens: poisonedValue,
        webhooks: poisonedValue,
      },
      { requiredKeys: ['linkKeys'] },
    );
    fc.assert(
      fc.property(fields, (changedFields) => {
        const failure = failureOf(JSON.stringify({ ...WHOLE, apiToken: secret, ...changedFields }));
        const text = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(failure);
        assert.ok(!text.replaceAll(/file:\/\/\S+/g, '').includes(secret));
      }),
    );
    const text = inspect(failureOf(`{"clientId": "${secret}" ${secret}`), { showHidden: true });
    assert.ok(!text.includes(secret));
  });
});
