import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CompanyUnavailableError,
  sampleCompany,
  type Company,
} from '../../../lib/feedback-service/index.ts';
import { createCredentialIndex } from '../../../lib/feedback-service/http/credential-index.ts';
import { openTestCompany } from '../../support/data-set.ts';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import {
  basic,
  clientId,
  noon,
  problemOf,
  serve,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';

const acmeCompany = companyOf([survey(11)]);
const otherCompany = companyOf(
  [survey(22)],
  {},
  {
    credentials: [
      { clientId: 'globex', tokenSha256: sha256('first') },
      { clientId: 'globex', tokenSha256: sha256('second') },
    ],
  },
);

describe('a company whose credentials cannot be read', () => {
  const diskError = new Error('disk on fire');
  const { store } = sampleCompany({ seed: 1, clock: () => noon }).company;
  const wrongHeaders = { authorization: basic(clientId, 'wrong') };

  it('does not affect callers of other companies or anonymous callers', async (t) => {
    const errors: unknown[] = [];
    const unreadable: Company = { store, credentials: () => Promise.reject(diskError) };
    const options = { onError: (error: unknown) => errors.push(error) };
    const { ask } = await serve(t, [unreadable, acmeCompany], options);
    assert.equal((await ask('/v1/surveys/11')).status, 200);
    assert.equal((await ask('/v1/surveys/11', { headers: {} })).status, 401);
    assert.equal(
      (await ask('/v1/surveys/11', { headers: { authorization: 'Basic' } })).status,
      401,
    );
    // They may be those of the company that cannot be asked: 401 would be final, and perhaps false.
    const undecided = await ask('/v1/surveys/11', { headers: wrongHeaders });
    assert.deepEqual([undecided.status, problemOf(undecided).code], [503, 'DATA_UNAVAILABLE']);
    assert.equal(undecided.headers.get('retry-after'), '30');
    assert.deepEqual(errors, [diskError, diskError]);
  });

  it('returns 503 only to its own callers when its credentials are known', async (t) => {
    const credentials = [{ clientId: 'globex', tokenSha256: sha256('first') }];
    const unavailable: Company = {
      store,
      credentials: () => Promise.reject(new CompanyUnavailableError('closed', credentials)),
    };
    const { ask } = await serve(t, [unavailable, acmeCompany], { onError: () => undefined });
    const globexHeaders = { authorization: basic('globex', 'first') };
    assert.equal((await ask('/v1/surveys/22', { headers: globexHeaders })).status, 503);
    assert.equal((await ask('/v1/surveys/11')).status, 200);
    assert.equal((await ask('/v1/surveys/11', { headers: wrongHeaders })).status, 401);
    const bothHeaders = { ...globexHeaders, 'x-svc-client-id': clientId, 'x-svc-api-token': token };
    assert.equal((await ask('/v1/surveys/11', { headers: bothHeaders })).status, 401);
  });
});

describe('many companies', () => {
  /** Companies without a data set that count how often their credentials are read. */
  function countedCompanies(count: number) {
    const { store } = sampleCompany({ seed: 1, clock: () => noon }).company;
    const reads = Array.from({ length: count }, () => 0);
    const credentials = reads.map((_, i) => [{ clientId: `c${i}`, tokenSha256: sha256(token) }]);
    const companies = reads.map((_, i): Company => ({
      store,
      credentials: () => {
        reads[i] = (reads[i] ?? 0) + 1;
        return Promise.resolve(credentials[i] ?? []);
      },
    }));
    return { companies, reads, credentials };
  }
  const headersOf = (id: string) => ({ headers: { authorization: basic(id, token) } });

  it('are not all read for a known caller, only its own one is', async (t) => {
    const { companies, reads } = countedCompanies(100);
    const { ask } = await serve(t, companies);
    assert.equal((await ask('/v1/folders', headersOf('c7'))).status, 200);
    const before = [...reads];
    for (let time = 0; time < 5; time += 1) await ask('/v1/folders', headersOf('c7'));
    const added = reads.map((count, i) => count - (before[i] ?? 0));
    assert.deepEqual(
      added.flatMap((count, i) => (count === 0 ? [] : [[i, count]])),
      [[7, 5]],
    );
  });

  it('accept added credentials immediately, and those that have moved to another company', async (t) => {
    const { companies, credentials } = countedCompanies(3);
    const { ask } = await serve(t, companies);
    assert.equal((await ask('/v1/folders', headersOf('new'))).status, 401);
    credentials[1] = [{ clientId: 'new', tokenSha256: sha256(token) }];
    assert.equal((await ask('/v1/folders', headersOf('new'))).status, 200);
    [credentials[1], credentials[2]] = [credentials[2] ?? [], credentials[1]];
    assert.equal((await ask('/v1/folders', headersOf('new'))).status, 200);
  });

  it('share the readings that simultaneous unknown credentials cause', async () => {
    const { companies, reads } = countedCompanies(2);
    const index = createCredentialIndex({ companies, onError: assert.ifError });
    const guesses = Array.from({ length: 200 }, (_, i) =>
      index.findOwner({ clientId: `g${i}`, token }),
    );
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set(['none']));
    assert.ok((reads[0] ?? 0) <= 2, `${reads[0]} readings`);
  });
});

describe('credentials', () => {
  const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Basic: { authorization: basic(clientId, token) },
    'Basic in any case': { authorization: basic(clientId, token).replace('Basic', 'bASIC') },
    'the two headers': { 'X-SVC-Client-Id': clientId, 'X-SVC-API-Token': token },
    'both, when they agree': {
      authorization: basic(clientId, token),
      'x-svc-client-id': clientId,
      'x-svc-api-token': token,
    },
    'the two headers beside a proxy’s own scheme': {
      authorization: 'Bearer abc',
      'x-svc-client-id': clientId,
      'x-svc-api-token': token,
    },
  };
  for (const [name, headers] of Object.entries(accepted)) {
    it(`accepts credentials as ${name}`, async (t) => {
      const { ask } = await serve(t, [otherCompany, acmeCompany]);
      assert.equal((await ask('/v1/surveys/11', { headers })).status, 200);
    });
  }

  const refusedHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'are missing': {},
    'have a wrong token': { authorization: basic(clientId, 'let:me') },
    'have a token of another company': { authorization: basic(clientId, 'first') },
    'have an empty token': { authorization: basic(clientId, '') },
    'have the hash in place of the token': { authorization: basic(clientId, sha256(token)) },
    'have an unknown client': { authorization: basic('stranger', token) },
    'are Basic without a colon': { authorization: `Basic ${btoa('acme')}` },
    'are Basic without a value': { authorization: 'Basic' },
    'are no base64': { authorization: 'Basic {}' },
    'have another scheme alone': { authorization: `Bearer ${token}` },
    'lack the token’s header': { 'x-svc-client-id': clientId },
    'lack the client’s header': { 'x-svc-api-token': token },
    'contradict each other': {
      authorization: basic(clientId, token),
      'x-svc-client-id': 'globex',
      'x-svc-api-token': 'first',
    },
    'are right once and wrong once': {
      authorization: basic(clientId, 'wrong'),
      'x-svc-client-id': clientId,
      'x-svc-api-token': token,
    },
  };
  it('refuses credentials with the same answer for every fault', async (t) => {
    const { ask } = await serve(t, [otherCompany, acmeCompany]);
    const bodies = new Set<string>();
    for (const [name, headers] of Object.entries(refusedHeaders)) {
      const { status, body, headers: answered } = await ask('/v1/surveys/11', { headers });
      assert.equal(status, 401, `when they ${name}`);
      assert.match(answered.get('www-authenticate') ?? '', /^Basic realm=/);
      bodies.add(JSON.stringify(body));
    }
    assert.equal(bodies.size, 1);
  });

  it('accepts several tokens of one client, while a token is changed', async (t) => {
    const { ask } = await serve(t, [otherCompany, acmeCompany]);
    for (const secret of ['first', 'second']) {
      const headers = { authorization: basic('globex', secret) };
      assert.equal((await ask('/v1/surveys/22', { headers })).status, 200);
    }
  });

  it('accepts credentials in headers with another prefix besides the default one', async (t) => {
    const { ask } = await serve(t, acmeCompany, { headerPrefix: 'X-Acme' });
    const statusWith = async (prefix: string): Promise<number> => {
      const headers = { [`${prefix}-client-id`]: clientId, [`${prefix}-api-token`]: token };
      return (await ask('/v1/surveys/11', { headers })).status;
    };
    const prefixes = ['x-acme', 'x-svc', 'x-other'];
    assert.deepEqual(await Promise.all(prefixes.map(statusWith)), [200, 200, 401]);
    const both = { 'x-acme-client-id': clientId, 'x-acme-api-token': token };
    const disagreeing = { ...both, 'x-svc-client-id': clientId, 'x-svc-api-token': 'wrong' };
    assert.equal((await ask('/v1/surveys/11', { headers: disagreeing })).status, 401);
  });

  it('refuses credentials that two companies share', async (t) => {
    const { ask } = await serve(t, [acmeCompany, companyOf([survey(33)])]);
    assert.equal((await ask('/v1/folders')).status, 401);
  });

  it('gives credentials of one company no access to another, whose keys do not exist for them', async (t) => {
    const { ask } = await serve(t, [otherCompany, acmeCompany]);
    const foreign = await ask('/v1/surveys/22');
    const missing = await ask('/v1/surveys/23');
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign.body, missing.body);
  });

  it('may hold any character, in either way to send them', async (t) => {
    const secret = 'clé:дом';
    const oddCompany = companyOf(
      [survey(11)],
      {},
      {
        credentials: [{ clientId: 'käyttäjä', tokenSha256: sha256(secret) }],
      },
    );
    const { ask } = await serve(t, oddCompany);
    const raw = (text: string): string => Buffer.from(text).toString('latin1');
    for (const headers of [
      { authorization: basic('käyttäjä', secret) },
      { 'x-svc-client-id': raw('käyttäjä'), 'x-svc-api-token': raw(secret) },
    ]) {
      assert.equal((await ask('/v1/surveys/11', { headers })).status, 200);
    }
  });

  it('refuses credentials immediately after they are revoked', async (t) => {
    const testCompany = await openTestCompany(acmeCompany, () => noon);
    t.after(() => testCompany.close());
    const { company } = testCompany;
    let credentials = await company.credentials();
    const { ask } = await serve(t, {
      store: company.store,
      credentials: () => Promise.resolve(credentials),
    });
    assert.equal((await ask('/v1/folders')).status, 200);
    credentials = [];
    assert.equal((await ask('/v1/folders')).status, 401);
  });
});
