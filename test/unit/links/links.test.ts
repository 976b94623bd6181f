// Capability links: what they open, until when, and that only valid ones do.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { CapabilityLink } from '../../../lib/links/make-link.ts';
import { openLink, revokeLink } from '../../../lib/links/open-link.ts';
import {
  createPermanentLinks,
  createRevisionLink,
  makeLink,
  revocationKey,
} from '../../../lib/links/make-link.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  decodeLink,
  encodeLink,
  linkFolder,
  isIssuedId,
  permanentLinkId,
} from '../../../lib/links/link-token.ts';
import { folderPrefix, manifestKey } from '../../../lib/reports/report-repository.ts';
import {
  DAY,
  KEY,
  NOW,
  PUBLIC_URL,
  createTestApi,
  createTestApiOn,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';
import type { FileName } from '../../../lib/shared/content-disposition.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { replaceBytes } from '../../support/archive.ts';
import { canary } from '../../support/secret-markers.ts';
import { memoryStore } from '../../support/memory-store.ts';

const WEEK = '2026-W46';
const days = 90;
const make = (
  fixture: ReportsApiTestContext,
  folder: number,
  week: string | null,
  expiresInDays = days,
) => makeLink(fixture.api, WHOLE_COMPANY, { folder, week, expiresInDays });
const tokenOf = ({ url }: CapabilityLink): string => url.slice(`${PUBLIC_URL}/d/`.length);
const open = (
  fixture: ReportsApiTestContext,
  link: CapabilityLink,
  format: 'pdf' | 'json' = 'pdf',
) => openLink(fixture.api, tokenOf(link), format);

/** The name of folder 21's file. */
function nameOf(format: 'pdf' | 'json'): FileName {
  return { text: `2026-W46 Store Å.${format}`, ascii: `2026-W46-store-a-21.${format}` };
}

describe('a link to a week', () => {
  it('opens both files with readable names', async (t) => {
    const fixture = await createTestApi(t);
    const { files } = await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK);
    assert.equal(link.expiresAt, new Date(NOW + 90 * DAY).toISOString());
    assert.deepEqual([link.folder, link.week, link.revision], [21, WEEK, 1]);
    assert.equal(linkFolder(link.id), 21);
    assert.deepEqual(await open(fixture, link), {
      key: files.pdf.key,
      name: nameOf('pdf'),
    });
    assert.deepEqual(await open(fixture, link, 'json'), {
      key: files.json.key,
      name: nameOf('json'),
    });
  });

  it('opens the same bytes after later revisions', async (t) => {
    const fixture = await createTestApi(t);
    const firstManifest = await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK);
    const secondManifest = await fixture.put(WEEK, 21, 2);
    assert.equal((await open(fixture, link)).key, firstManifest.files.pdf.key);
    const later = await createRevisionLink(fixture.api, secondManifest);
    assert.deepEqual(
      [later.revision, (await open(fixture, later)).key],
      [2, secondManifest.files.pdf.key],
    );
    assert.notEqual(later.id, link.id);
  });

  it('fails with REPORT_GONE when the manifest or the file was removed', async (t) => {
    const fixture = await createTestApi(t);
    const { files } = await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK);
    await fixture.store.remove(files.pdf.key);
    await assert.rejects(open(fixture, link), { code: 'REPORT_GONE' });
    assert.equal((await open(fixture, link, 'json')).key, files.json.key);
    await fixture.store.remove(manifestKey({ week: WEEK, folder: 21 }));
    await assert.rejects(open(fixture, link, 'json'), { code: 'REPORT_GONE' });
  });

  it('still opens its files while the manifest of a later revision is damaged', async (t) => {
    const fixture = await createTestApi(t);
    const { files } = await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK);
    const at = manifestKey({ week: WEEK, folder: 21 });
    const storedManifest = await fixture.store.read(at);
    await fixture.store.replace(at, Buffer.from('{'), storedManifest?.version ?? '', {
      contentType: 'application/json',
    });
    assert.deepEqual(await open(fixture, link), {
      key: files.pdf.key,
      name: { text: '2026-W46 folder 21.pdf', ascii: '2026-W46-folder-21.pdf' },
    });
  });

  it('is not made without a report', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put('2026-W45', 21);
    const code = 'REPORT_NOT_FOUND';
    await assert.rejects(make(fixture, 21, WEEK), { code, facts: { folder: 21, week: WEEK } });
    await assert.rejects(make(fixture, 22, null), { code, facts: { folder: 22, week: 'latest' } });
  });
});

describe('a link to the newest report', () => {
  it('opens the report that is newest at that time', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put('2025-W52', 21);
    const link = await make(fixture, 21, null);
    assert.deepEqual([link.week, link.revision], [null, null]);
    const newest = await fixture.put(WEEK, 21);
    await fixture.put('2026-W47', 22);
    assert.deepEqual(await open(fixture, link), {
      key: newest.files.pdf.key,
      name: nameOf('pdf'),
    });
    const secondReport = await fixture.put(WEEK, 21, 2);
    assert.equal((await open(fixture, link)).key, secondReport.files.pdf.key);
    await fixture.store.remove(manifestKey({ week: WEEK, folder: 21 }));
    assert.ok(
      (await open(fixture, link)).key.startsWith(folderPrefix({ week: '2025-W52', folder: 21 })),
    );
    await fixture.store.remove(manifestKey({ week: '2025-W52', folder: 21 }));
    await assert.rejects(open(fixture, link), { code: 'REPORT_GONE' });
  });
});

describe('a permanent link', () => {
  it('is the same whenever it is created with the same key', async (t) => {
    const fixture = await createTestApi(t);
    const manifests = [await fixture.put(WEEK, 21), await fixture.put(WEEK, 22)];
    const links = await createPermanentLinks(fixture.api, manifests);
    assert.deepEqual(
      links.map(({ folder, week, revision }) => [folder, week, revision]),
      [
        [21, WEEK, 1],
        [22, WEEK, 1],
      ],
    );
    fixture.now += 30 * DAY;
    assert.deepEqual(await createPermanentLinks(fixture.api, manifests), links);
    assert.deepEqual(
      await createPermanentLinks(fixture.api, manifests.toReversed()),
      links.toReversed(),
    );
    fixture.keys = [{ id: KEY.id, key: canary('another link key') }];
    const otherKeyLinks = await createPermanentLinks(fixture.api, manifests);
    assert.equal(new Set([...links, ...otherKeyLinks].map(({ id }) => id)).size, 4);
  });

  it('opens its revision only, and has its own id', async (t) => {
    const fixture = await createTestApi(t);
    const [firstManifest, lastManifest] = [
      await fixture.put(WEEK, 21),
      await fixture.put('2026-W45', 21),
    ];
    const secondManifest = await fixture.put(WEEK, 21, 2);
    const links = await createPermanentLinks(fixture.api, [
      firstManifest,
      secondManifest,
      lastManifest,
    ]);
    for (const [i, { files }] of [firstManifest, secondManifest, lastManifest].entries()) {
      const link = links[i] ?? assert.fail();
      assert.equal((await open(fixture, link)).key, files.pdf.key);
      assert.equal((await open(fixture, link, 'json')).key, files.json.key);
      assert.equal(linkFolder(link.id), 21);
    }
    // Other bytes of the same revision are another report.
    const { pdf } = secondManifest.files;
    const remadeManifest = {
      ...secondManifest,
      files: { ...secondManifest.files, pdf: { ...pdf, key: firstManifest.files.pdf.key } },
    };
    const otherLinks = await createPermanentLinks(fixture.api, [
      remadeManifest,
      { ...secondManifest, week: '2026-W44' },
    ]);
    assert.equal(new Set([...links, ...otherLinks].map(({ id }) => id)).size, 5);
  });

  it('expires exactly 90 days after its data were read, unless it is revoked before', async (t) => {
    const fixture = await createTestApi(t);
    const manifest = await fixture.put(WEEK, 21);
    const asOf = '2026-11-17T08:00:00.700Z';
    const [link] = await createPermanentLinks(fixture.api, [{ ...manifest, asOf }]);
    assert.ok(link !== undefined);
    assert.equal(link.expiresAt, '2027-02-15T08:00:00.000Z');
    fixture.now = Date.parse(link.expiresAt) - 1;
    await open(fixture, link);
    fixture.now += 1;
    await assert.rejects(open(fixture, link), { code: 'LINK_EXPIRED' });
    fixture.now = NOW;
    await revokeLink(fixture.api, WHOLE_COMPANY, link.id);
    await assert.rejects(open(fixture, link), { code: 'LINK_REVOKED' });
  });

  it('is not made without a key', async (t) => {
    const fixture = await createTestApi(t);
    fixture.keys = [];
    const invalid = { code: 'SECRET_INVALID', facts: { at: 'linkKeys' } };
    await assert.rejects(createPermanentLinks(fixture.api, []), invalid);
  });
});

describe('a link', () => {
  it('opens until the second it expires', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK, 1);
    fixture.now = NOW + DAY - 1;
    await open(fixture, link);
    fixture.now = NOW + DAY;
    await assert.rejects(open(fixture, link), { code: 'LINK_EXPIRED' });
  });

  it('opens nothing after it was revoked, once or repeatedly; other links still open', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const [link, otherLink] = [await make(fixture, 21, WEEK), await make(fixture, 21, WEEK)];
    await revokeLink(fixture.api, WHOLE_COMPANY, link.id);
    await revokeLink(fixture.api, WHOLE_COMPANY, link.id);
    await assert.rejects(open(fixture, link), { code: 'LINK_REVOKED' });
    await open(fixture, otherLink);
  });

  it('opens nothing when its revocation is damaged or the store is unavailable', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const [link, otherLink] = [await make(fixture, 21, WEEK), await make(fixture, 21, WEEK)];
    await revokeLink(fixture.api, WHOLE_COMPANY, link.id);
    for (const bytes of ['{', '', '{"id":"21-other"}']) {
      await replaceBytes(fixture.store, revocationKey(link.id), Buffer.from(bytes));
      await assert.rejects(open(fixture, link), { code: 'LINK_REVOKED' }, bytes);
    }
    const unreadable = new Failure('STORE_UNAVAILABLE');
    const store = {
      ...fixture.store,
      read: (key: string) =>
        key.startsWith('links/') ? Promise.reject(unreadable) : fixture.store.read(key),
    };
    const api = { ...fixture.api, repository: { ...fixture.api.repository, store } };
    await assert.rejects(openLink(api, tokenOf(otherLink), 'pdf'), { code: 'STORE_UNAVAILABLE' });
  });

  it('can be revoked only by callers who see its folder', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const link = await make(fixture, 21, WEEK);
    const notFound = { code: 'LINK_NOT_FOUND' };
    await assert.rejects(revokeLink(fixture.api, { folders: [3] }, link.id), notFound);
    await open(fixture, link);
    for (const id of [
      '',
      '../x',
      `021-${'a'.repeat(16)}`,
      `21-${'a'.repeat(15)}`,
      `0-${'a'.repeat(16)}`,
    ]) {
      await assert.rejects(revokeLink(fixture.api, WHOLE_COMPANY, id), notFound);
    }
    await revokeLink(fixture.api, { folders: [2] }, link.id);
    await assert.rejects(open(fixture, link), { code: 'LINK_REVOKED' });
  });

  it('is revoked by a caller who sees its folder now, although the store has no week any more', async () => {
    // A second store under the same keys.
    const [former, fixture] = [createTestApiOn(memoryStore()), createTestApiOn(memoryStore())];
    const { id } = await createRevisionLink(former.api, await former.put(WEEK, 21));
    assert.deepEqual(await fixture.store.children('weeks/'), []);
    await revokeLink(fixture.api, { folders: [2] }, id);
    assert.equal((await fixture.store.children('links/')).length, 1);
  });

  it('is revoked by a caller who saw its folder in one of the newest 60 weeks of the store', async () => {
    const fixture = createTestApiOn(memoryStore());
    const manifest = await fixture.put('2025-W10', 31);
    const [link, otherLink] = [
      await createRevisionLink(fixture.api, manifest),
      await createRevisionLink(fixture.api, manifest),
    ];
    const plan = (week: string, parent: number) =>
      fixture.plan(week, [
        [1, null],
        [parent, 1],
        [31, parent],
      ]);
    // The folder is below North in the oldest week alone, below South in all others and now.
    await plan('2025-W10', 2);
    for (let week = 11; week <= 52; week += 1) await plan(`2025-W${week}`, 3);
    for (let week = 11; week <= 27; week += 1) await plan(`2026-W${week}`, 3);
    assert.equal((await fixture.store.children('weeks/')).length, 60);
    await revokeLink(fixture.api, { folders: [2] }, link.id);
    await plan('2026-W28', 3);
    const notFound = { code: 'LINK_NOT_FOUND' };
    await assert.rejects(revokeLink(fixture.api, { folders: [2] }, otherLink.id), notFound);
  });

  it('is revoked by an id that a key has issued; other ids store nothing', async (t) => {
    const fixture = await createTestApi(t);
    const manifest = await fixture.put(WEEK, 21);
    const { id } = await make(fixture, 21, WEEK);
    const characters = id.slice('21-'.length);
    const otherIds = [
      `21-${'A'.repeat(16)}`,
      `22-${characters}`,
      ...Array.from(characters, (character, i) => {
        const replacement = character === 'A' ? 'B' : 'A';
        return `21-${characters.slice(0, i)}${replacement}${characters.slice(i + 1)}`;
      }),
    ];
    const revoke = (name: string) => revokeLink(fixture.api, WHOLE_COMPANY, name);
    for (const otherId of otherIds) {
      await assert.rejects(revoke(otherId), { code: 'LINK_NOT_FOUND' }, otherId);
    }
    assert.deepEqual(await fixture.store.children('links/'), []);
    const [lasting] = await createPermanentLinks(fixture.api, [manifest]);
    await revoke(lasting?.id ?? '');
    // The key that made the id needs not be the one that signs now.
    fixture.keys = [{ id: 'k2', key: canary('another link key') }, KEY];
    await revoke(id);
    fixture.keys = [KEY];
    assert.equal((await fixture.store.children('links/')).length, 2);
    // Nor one that this process knows already.
    const { id: otherId } = await make(fixture, 21, WEEK);
    const linkKeys = (options?: { readonly fresh: boolean }) =>
      Promise.resolve(options?.fresh === true ? [KEY] : []);
    await revokeLink({ ...fixture.api, linkKeys }, WHOLE_COMPANY, otherId);
  });

  it('is revoked by its token, because the id of a link of earlier versions can’t be verified', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const id = `21-${'b'.repeat(16)}`;
    const claims = { id, expires: NOW / 1000 + 60, folder: 21, report: null };
    const token = encodeLink(claims, KEY);
    await openLink(fixture.api, token, 'pdf');
    const notFound = { code: 'LINK_NOT_FOUND' };
    await assert.rejects(revokeLink(fixture.api, WHOLE_COMPANY, id), notFound);
    await assert.rejects(revokeLink(fixture.api, WHOLE_COMPANY, `${token}x`), notFound);
    await assert.rejects(revokeLink(fixture.api, { folders: [3] }, token), notFound);
    const forgedToken = encodeLink(claims, { ...KEY, key: canary('another link key') });
    await assert.rejects(revokeLink(fixture.api, WHOLE_COMPANY, forgedToken), notFound);
    assert.deepEqual(await fixture.store.children('links/'), []);
    await revokeLink(fixture.api, { folders: [2] }, token);
    await assert.rejects(openLink(fixture.api, token, 'pdf'), { code: 'LINK_REVOKED' });
  });

  it('opens while its key is accepted, also when another key signs', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.put(WEEK, 21);
    const old = await make(fixture, 21, WEEK);
    const freshKey = { id: 'k2', key: canary('another link key') };
    fixture.keys = [freshKey, KEY];
    await open(fixture, old);
    const newLink = await make(fixture, 21, WEEK);
    fixture.keys = [freshKey];
    await open(fixture, newLink);
    await assert.rejects(open(fixture, old), { code: 'LINK_INVALID' });
    fixture.keys = [];
    await assert.rejects(open(fixture, newLink), { code: 'LINK_INVALID' });
    await assert.rejects(make(fixture, 21, WEEK), { code: 'SECRET_INVALID' });
  });
});

describe('a token', () => {
  const id = `21-${'A'.repeat(16)}`;
  const name = 'a'.repeat(24);
  const claims = {
    id,
    expires: 1_800_000_000,
    folder: 21,
    report: { week: WEEK, revision: 1, pdf: name, json: 'b'.repeat(24) },
  };
  const token = encodeLink(claims, KEY);

  it('a token and its id have a stable format, so that existing links still open', () => {
    const key = { id: 'k1', key: 'a link key of thirty-two letters' };
    assert.equal(permanentLinkId(claims, key), '21-h9Z0kiXmi5dotb0q');
    // It covers the text of all claims.
    const [, signature] = encodeLink(claims, key).split('.');
    assert.equal(signature, 'rTwiVn2j4Etw6NKoCjbM9y31YkIoX6BIDaBmX-hWdsI');
  });

  it('decodes to the signed claims with each of the keys', () => {
    assert.deepEqual(decodeLink(token, [{ id: 'x', key: 'y' }, KEY]), claims);
    const latest = { ...claims, report: null };
    assert.deepEqual(decodeLink(encodeLink(latest, KEY), [KEY]), latest);
    assert.ok(token.length < 400, `${token.length} characters`);
  });

  it('is rejected when any character is changed, removed or added', () => {
    const character = fc.constantFrom(...'ABCXYZabcxyz0189-_.=+/ %\n'.split(''));
    const place = fc.nat({ max: token.length });
    const change = fc.tuple(place, fc.constantFrom(0, 1), fc.oneof(character, fc.constant('')));
    fc.assert(
      fc.property(change, ([at, cut, put]) => {
        const alteredToken = token.slice(0, at) + put + token.slice(at + cut);
        assert.equal(decodeLink(alteredToken, [KEY]) === null, alteredToken !== token);
      }),
      { numRuns: 2000 },
    );
  });

  it('is rejected when it was signed with another key, for another purpose, or names another key', () => {
    assert.equal(decodeLink(token, [{ ...KEY, key: `${KEY.key}!` }]), null);
    assert.equal(decodeLink(token, [{ ...KEY, id: 'k9' }]), null);
    const [payload = ''] = token.split('.');
    const plainSignature = createHmac('sha256', KEY.key).update(payload).digest('base64url');
    assert.equal(decodeLink(`${payload}.${plainSignature}`, [KEY]), null);
  });

  const signed = (fields: unknown): string => {
    const payload = Buffer.from(
      typeof fields === 'string' ? fields : JSON.stringify(fields),
    ).toString('base64url');
    const signature = createHmac('sha256', KEY.key).update(`feedback-reports link v1\n${payload}`);
    return `${payload}.${signature.digest('base64url')}`;
  };
  const right = { v: 1, id, k: KEY.id, exp: 1, f: 21 };
  const boundClaims = { ...right, w: WEEK, r: 1, p: name, j: name };
  const wrongClaims: Readonly<Record<string, unknown>> = {
    'another version': { ...right, v: 2 },
    'a folder that its id does not have': { ...right, f: 22 },
    'no expiry': { v: 1, id, k: KEY.id, f: 21 },
    'an expiry that is a text': { ...right, exp: '1' },
    'an id in a list': { ...right, id: [id] },
    'a field more': { ...right, x: 1 },
    'a field more than a report has': { ...boundClaims, x: 1 },
    'half a report': { ...right, w: WEEK },
    'a file elsewhere': { ...boundClaims, p: '../../../../links/x' },
    'a path before the name of a file': { ...boundClaims, p: `../${name}` },
    'a path after the name of a file': { ...boundClaims, j: `${name}/x` },
    'a file in a list': { ...boundClaims, j: [name] },
    'a week that is a path': { ...boundClaims, w: '..' },
    'a path before the week': { ...boundClaims, w: `../${WEEK}` },
    'a path after the week': { ...boundClaims, w: `${WEEK}/x` },
    'a week in a list': { ...boundClaims, w: [WEEK] },
    'revision 0': { ...boundClaims, r: 0 },
    'an array': [right],
    'no JSON': '{"v":1',
    null: null,
  };
  it('is accepted when it is valid', () => {
    assert.notEqual(decodeLink(signed(right), [KEY]), null);
    assert.notEqual(decodeLink(signed(boundClaims), [KEY]), null);
  });
  for (const [what, fields] of Object.entries(wrongClaims)) {
    it(`is rejected with ${what}, although it is signed`, () => {
      assert.equal(decodeLink(signed(fields), [KEY]), null);
    });
  }

  it('is rejected when it is longer than 2 kB', () => {
    // A payload of 1503 bytes and the signature of 32, in base64url with a point between them.
    const long = signed(JSON.stringify(right).padEnd(1503));
    assert.equal(long.length, 2048);
    assert.notEqual(decodeLink(long, [KEY]), null);
    assert.equal(decodeLink(signed(JSON.stringify(right).padEnd(1504)), [KEY]), null);
  });
});

describe('the id of a link', () => {
  it('is the key of a folder and 16 characters, and nothing else', () => {
    const characters = 'A'.repeat(16);
    assert.equal(linkFolder(`21-${characters}`), 21);
    const unsafe = '9007199254740992';
    for (const malformedId of [
      '',
      '21',
      `x21-${characters}`,
      `21-${characters}A`,
      `${unsafe}-${characters}`,
    ]) {
      assert.equal(linkFolder(malformedId), null, malformedId);
      assert.equal(isIssuedId(malformedId, [KEY]), false, malformedId);
    }
  });
});
