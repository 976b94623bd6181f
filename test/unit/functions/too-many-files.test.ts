import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printUnexpectedError } from '../../../functions/cli/terminal.ts';
import { describeFailure } from '../../../functions/cli/week-run.ts';
import { Failure } from '../../../lib/shared/failure.ts';

describe('too many open files', () => {
  it('are reported in one line with what to do, in every operation', () => {
    const lines: string[] = [];
    const stderr = { write: (text: string | Uint8Array) => lines.push(String(text)) };
    printUnexpectedError({ stderr }, Object.assign(new Error('open'), { code: 'EMFILE' }));
    lines.push(describeFailure(new Failure('STORE_UNAVAILABLE', { reason: 'EMFILE' })));
    assert.deepEqual(lines, [
      'EMFILE. Too many files are open: raise the limit (ulimit -n), then try again.\n',
      'STORE_UNAVAILABLE: the report store could not be read or written (reason EMFILE). ' +
        'Too many files are open: raise the limit (ulimit -n), then try again.',
    ]);
  });
});
