// Notes and names as people write them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseNoteText, parseWriterName } from '../../../lib/i18n/note-input.ts';
import { anyCharacter, fc } from '../../support/property-settings.ts';

describe('a note', () => {
  it('is one line of 1 to 500 characters, and stays as it is when it is parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 520 }), (text) => {
        const line = parseNoteText(text);
        if (line === null) return;
        const length = Array.from(line).length;
        assert.ok(length >= 1 && length <= 500);
        assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        assert.equal(parseNoteText(line), line);
      }),
    );
  });

  it('is refused when it is too long, not cut', () => {
    assert.equal(parseNoteText('a'.repeat(500)), 'a'.repeat(500));
    assert.equal(parseNoteText(`${'a'.repeat(499)} b`), null);
    assert.equal(parseWriterName('é'.repeat(60)), 'é'.repeat(60));
    assert.equal(parseWriterName('é'.repeat(61)), null);
  });

  it('keeps emoji, scripts and joiners', () => {
    const text = 'קופה 2 סגורה 👩‍🔧 · صندوق مغلق · कतार';
    assert.equal(parseNoteText(text), text);
  });
});
