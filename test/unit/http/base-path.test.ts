// The prefix that a stage or a domain mapping adds to paths.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basePathOf, removeBasePath } from '../../../lib/http/read-request.ts';

describe('the base path', () => {
  for (const [publicUrl, basePath] of [
    ['https://reports.example.com', ''],
    ['https://reports.example.com//', ''],
    ['https://reports.example.com/prod', '/prod'],
    ['https://reports.example.com/a/b/', '/a/b'],
  ] as const) {
    it(`the base path of ${publicUrl} is "${basePath}"`, () => {
      assert.equal(basePathOf(publicUrl), basePath);
    });
  }

  for (const [path, basePath, without] of [
    ['/v1/weeks', '', '/v1/weeks'],
    ['/prod/v1/weeks', '/prod', '/v1/weeks'],
    ['/prod', '/prod', ''],
    ['/prod/', '/prod', '/'],
    ['/v1/weeks', '/prod', '/v1/weeks'],
    ['/production', '/prod', '/production'],
    ['/prod/prod/x', '/prod', '/prod/x'],
  ] as const) {
    it(`"${basePath}" in front of ${path} leaves "${without}"`, () => {
      assert.equal(removeBasePath(path, basePath), without);
    });
  }
});
