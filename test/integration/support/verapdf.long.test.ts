// The veraPDF check passes a valid file and reports the violated rule of each invalid file.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import PDFDocument from 'pdfkit';
import { missingForVeraPdf, validatePdfs, type PdfValidation } from '../../support/verapdf.ts';

const NOTO_SANS = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
);
const AT = new Date('2026-11-16T06:00:00Z');

/** PDF/UA identification, and the extension schema that PDF/A requires for it. */
const ACCESSIBLE = `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
  <rdf:Description rdf:about=""
      xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;

interface Making {
  readonly title: string | null;
  readonly font: string;
  readonly lines: number;
  readonly isTagged: boolean;
}

const SOUND: Making = { title: 'A sound file', font: NOTO_SANS, lines: 1, isTagged: true };

async function made({ title, font, lines, isTagged }: Making): Promise<Buffer> {
  const document = new PDFDocument({
    subset: 'PDF/A-3a',
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    font: '',
    info: { ...(title === null ? {} : { Title: title }), CreationDate: AT, ModDate: AT },
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.on('end', end);
  document.appendXML(ACCESSIBLE);
  document.font(font);
  const write = (): void => {
    for (let line = 1; line <= lines; line += 1) document.text(`Line ${line}`);
  };
  if (isTagged) {
    const heading = document.struct('H1', {}, write);
    document.addStructure(heading);
    heading.end();
  } else write();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

const missing = missingForVeraPdf();

describe('veraPDF', { skip: missing ?? false }, () => {
  let folder = '';
  let verdicts: readonly PdfValidation[] = [];

  function verdict(file: string, profile: PdfValidation['profile']): PdfValidation {
    const validation = verdicts.find(
      (candidate) => candidate.file === join(folder, file) && candidate.profile === profile,
    );
    assert.ok(validation !== undefined, `no verdict on ${file}`);
    return validation;
  }

  /** Violates this rule only. */
  function assertBroken(file: string, profile: PdfValidation['profile'], rule: RegExp): void {
    const { isCompliant, failures } = verdict(file, profile);
    assert.equal(isCompliant, false);
    assert.equal(failures.length, 1, failures.join('\n'));
    assert.match(failures.join('\n'), rule);
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verapdf-'));
    const sound = await made(SOUND);
    const files: Readonly<Record<string, Uint8Array>> = {
      'unembedded.pdf': await made({ ...SOUND, font: 'Helvetica' }),
      'untagged.pdf': await made({ ...SOUND, isTagged: false }),
      'long-untagged.pdf': await made({ ...SOUND, isTagged: false, lines: 150 }),
      'untitled.pdf': await made({ ...SOUND, title: null }),
      'cut.pdf': sound.subarray(0, sound.length / 2),
      'empty.pdf': Buffer.alloc(0),
      // Last, to show that checks are independent; its name needs quoting.
      'sound "Äö\\日".pdf': sound,
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    verdicts = await validatePdfs(Object.keys(files).map((name) => join(folder, name)));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('passes a valid file under both profiles with any name', () => {
    for (const profile of ['3a', 'ua1'] as const) {
      const { isCompliant, failures } = verdict('sound "Äö\\日".pdf', profile);
      assert.deepEqual({ isCompliant, failures }, { isCompliant: true, failures: [] });
    }
  });

  it('reports the rule and the position of untagged text', () => {
    assertBroken('untagged.pdf', 'ua1', /^7\.1-3 ×1: Content shall be marked .*pages\[0\]/);
  });

  it('counts all violations of a rule, but describes the first only', () => {
    assertBroken('long-untagged.pdf', 'ua1', /^7\.1-3 ×150: Content shall be marked/);
  });

  it('reports the rule for a missing title', () => {
    assertBroken('untitled.pdf', 'ua1', /^7\.1-9 ×1: .* dc:title/);
  });

  it('reports the rule for a font that is not embedded, under both profiles', () => {
    assertBroken('unembedded.pdf', '3a', /^6\.2\.11\.4\.1-1 ×1: .*shall be embedded/);
    assertBroken('unembedded.pdf', 'ua1', /^7\.21\.4\.1-1 ×1: .*shall be embedded/);
  });

  for (const file of ['cut.pdf', 'empty.pdf']) {
    it(`reports ${file} as unreadable`, () => {
      for (const profile of ['3a', 'ua1'] as const)
        assertBroken(file, profile, /^unreadable: Couldn't parse stream/);
    });
  }

  it('rejects a missing file instead of reporting it as invalid', async () => {
    const nowhere = join(folder, 'nowhere.pdf');
    await assert.rejects(validatePdfs([nowhere]), /NoSuchFileException: .*nowhere\.pdf/);
  });

  it('returns no results for no files', async () => {
    assert.deepEqual(await validatePdfs([]), []);
  });
});
