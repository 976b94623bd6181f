// Random commands on the code and on a map; a thousand times fifty of them in `npm run campaign sim`.
import { describe, it } from 'node:test';
import { compareWithModel } from '../../campaigns/simulation/model-commands.ts';

describe('a week’s reports', () => {
  it('are those of a small model, whatever is asked, broken, mended, killed or pruned', async () => {
    await compareWithModel({ seed: 7, runs: 6, size: 16 });
  });
});
