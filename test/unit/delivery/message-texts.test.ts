// The names of places in messages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { folderName, messageTextsFor, placeName } from '../../../lib/delivery/message-texts.ts';
import type { Entry } from '../../../lib/domain/signals/model.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { createRegionReport } from '../../support/test-reports.ts';

/** Of folder 20 in folder 1. */
const region = createRegionReport(9);
const texts = messageTextsFor(region, 'en');
const [sample = assert.fail()] = region.summary.attention.entries;
const ABOVE = ['Northwind Markets', 'Finland'];

/** An entry of a place with these folders between it and the report's. */
function entryOf(key: number, between: readonly string[], question = 'How was it?'): Entry {
  const survey = { ...sample.survey, name: question };
  return { ...sample, folder: { key, name: 'Security' }, path: [...ABOVE, ...between], survey };
}

function nameOf(entry: Entry, others: readonly Entry[] = []): string {
  const attention = { ...region.summary.attention, entries: [entry, ...others] };
  const report = { ...region, summary: { ...region.summary, attention } };
  return withoutIsolates(placeName(entry, report, texts));
}

describe('the name of a place in a message', () => {
  it('is followed by those of the two folders above it, without the folder of the report', () => {
    assert.equal(nameOf(entryOf(41, [])), 'Security');
    assert.equal(nameOf(entryOf(41, ['Terminal 2'])), 'Security, Terminal 2');
    const name = nameOf(entryOf(41, ['Uusimaa', 'Airport', 'Terminal 2']));
    assert.equal(name, 'Security, Terminal 2, Airport');
  });

  it('leaves out folders without a name', () => {
    assert.equal(nameOf(entryOf(41, ['Airport', ' '])), 'Security, Airport');
  });

  it('has the question when the place is listed twice', () => {
    const entry = entryOf(41, []);
    assert.equal(nameOf(entry, [entryOf(42, [])]), 'Security');
    assert.equal(nameOf(entry, [entry]), 'Security (How was it?)');
    const unnamed = entryOf(41, [], '');
    assert.equal(nameOf(unnamed, [unnamed]), 'Security');
  });

  it('is the question of a survey of the report’s own folder', () => {
    assert.equal(nameOf(entryOf(20, [])), 'How was it?');
    assert.equal(nameOf(entryOf(20, [], '')), 'Security');
  });

  it('is that of its key without a name', () => {
    assert.equal(withoutIsolates(folderName({ key: 41, name: ' ' }, texts)), 'Folder 41');
  });
});

describe('the end of a message to a chat', () => {
  it('names the folder that the channel is subscribed to', () => {
    const [text = ''] = MESSAGE_COMPOSER.footer(region, CHAT, null).texts;
    const expected = 'This channel is subscribed to the weekly feedback report for Finland.';
    assert.equal(withoutIsolates(text), expected);
  });
});
