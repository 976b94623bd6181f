// The launcher where npm installs more than once: what it asks the registry, damaged archives, and installations that fail.
import assert from 'node:assert/strict';
import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FONT, projectIn } from '../../support/launcher-project.ts';

describe('the launcher’s installation', () => {
  it('that fails leaves what was installed', async (t) => {
    const { require, launch, installed } = await projectIn(t);
    await require({ runs: '1.0.0', [FONT]: '1.0.0' });
    assert.equal((await launch(['start'])).status, 0);
    await require({ runs: '1.0.0', [FONT]: '1.0.1' });
    const { status, stderr } = await launch(['start'], { npm_config_offline: 'true' });
    assert.equal(status, 1);
    assert.match(stderr, /The packages could not be installed/);
    assert.deepEqual(await installed(), ['@expo-google-fonts', 'runs']);
    assert.equal((await launch(['start'])).hasInstalled, true);
  });

  it('installs cached packages without a request, and asks the registry for versions that the cache does not know', async (t) => {
    const { root, require, launch, installed, requests } = await projectIn(t);
    const requestsOfLaunch = async (): Promise<readonly string[]> => {
      await rm(join(root, 'node_modules'), { recursive: true, force: true });
      const { status, stderr } = await launch(['start']);
      assert.equal(status, 0, stderr);
      assert.deepEqual(await installed(), ['runs']);
      return requests.splice(0);
    };
    await require({ runs: '1.0.0' });
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/runs@@1.0.0']);
    assert.deepEqual(await requestsOfLaunch(), []);
    await require({ runs: '1.0.1' });
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/runs@@1.0.1']);
  });

  it('asks npm for a package whose archive is damaged', async (t) => {
    const { root, installed, launch, withCached } = await projectIn(t);
    await withCached({ runs: '1.0.0', [FONT]: '1.0.0' });
    const contents = join(root, 'cache', '_cacache', 'content-v2', 'sha512');
    for (const name of await readdir(contents, { recursive: true })) {
      const file = join(contents, name);
      if ((await stat(file)).isFile()) await appendFile(file, 'more');
    }
    const { status, stderr } = await launch(['start']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(await installed(), ['@expo-google-fonts', 'runs']);
  });
});
