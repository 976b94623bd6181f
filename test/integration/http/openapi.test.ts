// The OpenAPI description: complete, and strict enough to detect responses that don't match it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { description, paths, violations } from '../../support/http/api-answers.ts';
import { createTestApi, RELEASE } from '../../support/http/reports-api-context.ts';

describe('the OpenAPI description', () => {
  it('has the routes of the API with their methods', () => {
    const described = Object.entries(paths).map(
      ([path, methods]) => `${path} ${Object.keys(methods).join(' ')}`,
    );
    assert.deepEqual(described, [
      '/v1/reports get post',
      '/v1/reports/{week}/{folder} get',
      '/v1/reports/{week}/{folder}/report.pdf get',
      '/v1/reports/{week}/{folder}/report.json get',
      '/v1/reports/{week}/{folder}/content get',
      '/v1/reports/{week}/{folder}/view get',
      '/v1/reports/{week}/{folder}/revisions get',
      '/v1/reports/{week}/{folder}/files get',
      '/v1/folders get',
      '/v1/weeks get',
      '/v1/weeks/{week} get',
      '/v1/figures get',
      '/v1/links post',
      '/v1/links/{id} delete',
      '/v1/accepted get post',
      '/v1/accepted/{id} delete',
      '/v1/targets get post',
      '/v1/targets/{id} delete',
      '/v1/notes get post',
      '/v1/notes/{id} delete',
      '/v1/owners/{folder} put delete',
      '/v1/subscriptions get post',
      '/v1/subscriptions/{id} patch delete',
      '/v1/subscriptions/{id}/test post',
      '/v1/subscriptions/{id}/signing-key post',
      '/v1/subscriptions/{id}/access-links delete',
      '/v1/subscriptions/{id}/preview get',
      '/v1/deliveries get',
      '/v1/deliveries/{week}/{id}/send post',
      '/v1/me get',
      '/d/{token} get',
      '/subscriptions/confirm/{token} get post',
      '/subscriptions/unsubscribe/{token} get post',
      '/v1/openapi.json get',
      '/subscriptions/access post',
    ]);
  });

  it('is sent without a token, with the public address and the release that runs', async (t) => {
    const testApi = await createTestApi(t);
    const { status, body } = await testApi.ask('GET', '/v1/openapi.json', { caller: null });
    assert.equal(status, 200);
    const info = z.record(z.string(), z.unknown()).parse(description['info']);
    assert.deepEqual(body['servers'], [{ url: 'https://reports.example.com/weekly' }]);
    assert.deepEqual(body['info'], { ...info, 'x-release': RELEASE });
    assert.deepEqual(body['paths'], description['paths']);
  });

  it('detects a response that doesn’t match it', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put('2026-W46', 21);
    const path = '/v1/reports/2026-W46/21';
    const right = { method: 'GET', path, ...(await testApi.ask('GET', path)) };
    assert.deepEqual(violations(right), []);
    const plantedFaults = {
      'a field more': { text: right.text.replace('{', '{"x":1,') },
      'a field less': { text: right.text.replace('"status":"complete","links"', '"links"') },
      'another status': { status: 201 },
      'another type': { headers: new Headers([...right.headers, ['Content-Type', 'text/html']]) },
      'a status without its header': { status: 202 },
      'no nosniff': {
        headers: new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' }),
      },
      'a code of another status': {
        status: 404,
        headers: new Headers(
          [...right.headers].map(([n, v]) => [
            n,
            n === 'content-type' ? 'application/problem+json' : v,
          ]),
        ),
        text: '{"type":"about:blank","title":"x","status":404,"code":"WEEK_INVALID","detail":"x"}',
      },
    };
    for (const [what, change] of Object.entries(plantedFaults)) {
      assert.notDeepEqual(violations({ ...right, ...change }), [], what);
    }
  });
});
