// The names of folders in messages, and the end of a message.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { folderName, messageTextsFor } from '../../../lib/delivery/message-texts.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { createRegionReport } from '../../support/test-reports.ts';

const region = createRegionReport(9);
const texts = messageTextsFor(region, 'en');

describe('the name of a folder in a message', () => {
  it('is that of its key without a name', () => {
    assert.equal(withoutIsolates(folderName({ key: 41, name: ' ' }, texts)), 'Folder 41');
  });
});

describe('the end of a message to a chat', () => {
  it('names the folder that the channel is subscribed to', () => {
    const [text = ''] = MESSAGE_COMPOSER.footer(region, CHAT, {
      unsubscribeUrl: null,
      isPersonal: false,
      hasPdf: false,
    }).texts;
    const expected = 'This channel is subscribed to the weekly feedback report for Finland.';
    assert.equal(withoutIsolates(text), expected);
  });
});
