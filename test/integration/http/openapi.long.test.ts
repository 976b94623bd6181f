import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { description } from '../../support/http/api-answers.ts';

describe('the OpenAPI description', () => {
  it('passes an OpenAPI linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // A download is answered with a redirect.
      rules: { 'operation-2xx-response': 'off' },
    });
    const lint = (source: object) =>
      lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config });
    assert.deepEqual(
      (await lint(description)).map(({ message }) => message),
      [],
    );
    const { security: _, ...open } = description;
    assert.notEqual((await lint(open)).length, 0, 'the linter detects a missing member');
  });
});
