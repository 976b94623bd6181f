// What a name from outside may do to a terminal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSingleLine } from '../../../functions/cli/terminal.ts';

describe('a name in a terminal', () => {
  it('has no control characters, but flags, joined emoji and letters with joiners', () => {
    assert.equal(toSingleLine('a\u001b[31m\u202eb\r\nc\u200b'), 'a [31m b c');
    const tags = '\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
    for (const name of [
      `🏴${tags} Edinburgh`,
      '👨\u200d👩\u200d👧',
      'می\u200cخواهم',
      '葛\u{e0100}城市',
    ]) {
      assert.equal(toSingleLine(name), name);
    }
  });
});
