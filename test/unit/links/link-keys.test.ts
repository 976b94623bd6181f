// Rotation of link keys: a link that is signed with a newer key than this process has read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { createLinkKeyReader, makeLink } from '../../../lib/links/make-link.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import type { LinkKey, ReportsSecret } from '../../../lib/ports/secrets.ts';
import { KEY, PUBLIC_URL, createTestApi } from '../../support/http/reports-api-context.ts';
import { canary } from '../../support/secret-markers.ts';

const WEEK = '2026-W46';
const NEWER: LinkKey = { id: 'k2', key: canary('another link key') };

function secretWith(linkKeys: readonly LinkKey[]): Promise<ReportsSecret> {
  const credentials = { clientId: canary('client id'), apiToken: canary('token') };
  return Promise.resolve({ credentials, linkKeys, apiTokens: [], webhooks: [] });
}

describe('a link signed with a key that this process has not read yet', () => {
  it('opens after the keys are read again, which valid links and malformed tokens do not cause', async (t) => {
    const fixture = await createTestApi(t);
    const { files } = await fixture.put(WEEK, 21);
    const tokenUnder = async (...keys: readonly LinkKey[]): Promise<string> => {
      fixture.keys = keys;
      const request = { folder: 21, week: WEEK, expiresInDays: 90 };
      return (await makeLink(fixture.api, WHOLE_COMPANY, request)).url.slice(
        `${PUBLIC_URL}/d/`.length,
      );
    };
    const validToken = await tokenUnder(KEY);
    const newer = await tokenUnder(NEWER, KEY);
    let renewals = 0;
    const read = (): Promise<ReportsSecret> => secretWith([KEY]);
    const renew = (): Promise<ReportsSecret> => {
      renewals += 1;
      return secretWith([NEWER, KEY]);
    };
    const open = async (
      token: string,
      linkKeys = createLinkKeyReader({ read, renew }),
    ): Promise<string> => (await openLink({ ...fixture.api, linkKeys }, token, 'pdf')).key;

    assert.equal(await open(validToken), files.pdf.key);
    const [payload = '', signature = ''] = validToken.split('.');
    const garbage = ['', 'x', 'x.y', `${validToken}x`, `${validToken}.x`, payload];
    for (const token of [...garbage, `.${signature}`, `${payload}=.${signature}`]) {
      await assert.rejects(open(token), { code: 'LINK_INVALID' }, token);
    }
    assert.equal(renewals, 0);

    assert.equal(await open(newer), files.pdf.key);
    assert.equal(renewals, 1);
    await assert.rejects(open(newer, createLinkKeyReader({ read })), { code: 'LINK_INVALID' });
    const forgedToken = await tokenUnder({
      ...KEY,
      key: 'another key of the same name, long enough',
    });
    await assert.rejects(open(forgedToken), { code: 'LINK_INVALID' });
  });
});
