// Model-based tests with random commands; `npm run campaign sim` runs 1,000 sequences of up to 50 commands.
import { describe, it } from 'node:test';
import { compareWithModel } from '../../campaigns/simulation/model-commands.ts';

describe('the reports of a week', () => {
  it('match the model after any sequence of ticks, crashes, broken surveys, requests and pruning', async () => {
    await compareWithModel({ seed: 7, runs: 6, size: 16 });
  });
});
