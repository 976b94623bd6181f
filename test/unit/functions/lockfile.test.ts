// What the launcher's installation without npm relies on in the lockfile.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';

const LIST = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const NAMES = z.record(z.string(), z.string()).default({});
const LOCKFILE = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().default(false),
      os: LIST.default([]),
      cpu: LIST.default([]),
      libc: LIST.default([]),
      hasInstallScript: z.boolean().default(false),
      integrity: z.string().optional(),
      dependencies: NAMES,
      optionalDependencies: NAMES,
      peerDependencies: NAMES,
    }),
  ),
});

const { packages } = LOCKFILE.parse(
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package-lock.json'), 'utf8')),
);
const entries = Object.entries(packages).filter(([path]) => path !== '');

describe('the packages in the lockfile', () => {
  it('need no installation scripts: that of esbuild makes its own command start sooner, the other prints', () => {
    const withScript = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
    assert.deepEqual(
      withScript.map(([path]) => path),
      ['node_modules/es5-ext', 'node_modules/esbuild'],
    );
  });

  it('name systems, processors and libraries that they are for, none that they are not for', () => {
    for (const [path, { os, cpu, libc }] of entries) {
      assert.ok(![...os, ...cpu, ...libc].some((name) => name.startsWith('!')), path);
    }
  });

  it('have a hash', () => {
    for (const [path, { integrity = '' }] of entries) assert.match(integrity, /^sha512-/, path);
  });

  it('are needed by other packages only where these are of AWS, if they are', () => {
    const ofAws = /^@(aws|aws-sdk|smithy)\//;
    for (const [path, entry] of entries) {
      if (entry.dev || ofAws.test(path.replace('node_modules/', ''))) continue;
      const needed = { ...entry.dependencies, ...entry.optionalDependencies };
      for (const name of Object.keys({ ...needed, ...entry.peerDependencies })) {
        assert.ok(!ofAws.test(name), `${path} needs ${name}`);
      }
    }
  });
});
