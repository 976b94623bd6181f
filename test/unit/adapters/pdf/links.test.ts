// Links to the reports of children: where they are, their descriptions, and the restriction to our own addresses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import type { Part } from '../../../../lib/adapters/pdf/page-elements.ts';
import { pdfRenderer } from '../../../../lib/adapters/pdf/index.ts';
import { layoutPages, createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import { withoutIsolates } from '../../../../lib/i18n/text-direction.ts';
import type { TextRun } from '../../../../lib/charts/draw-operations.ts';
import { colours, contrast } from '../../../../lib/charts/theme.ts';
import { LANGUAGES } from '../../../../lib/i18n/messages.ts';
import { linkAddresses } from '../../../support/pdf-file.ts';
import { placedOperations } from '../../../support/placed-operations.ts';
import { createRegionReport, createReport } from '../../../support/test-reports.ts';
import { runsOf } from './page-text.ts';
import { PUBLIC_URL, linksFor, renderPdf, renderPdfWithLinks } from './rendered.ts';

const A4 = { locale: 'en', paper: 'A4' } as const;
const REGION = createRegionReport(9);
const OPEN = { alertType: 'negative', from: 150, to: null } as const;

function partsOf(
  links: ReadonlyMap<number, string>,
  report = REGION,
  locale = 'en',
): readonly Part[] {
  return layoutPages(report, createLayoutContext(report, { ...A4, locale }, links)).flatMap(
    ({ parts }) => parts,
  );
}

function linked(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ element }) => element?.link !== undefined);
}

const at = (x: number): string => x.toFixed(3);

const textIn = (part: Part): string =>
  withoutIsolates(
    runsOf([part])
      .map(({ text }) => text)
      .join(''),
  );

describe('a link', () => {
  it('is on the row, or else the panel, of every direct child', () => {
    const links = linksFor(REGION);
    const nameOf = new Map(REGION.subfolders.map(({ key, name }) => [links.get(key), name]));
    const linkParts = linked(partsOf(links));
    for (const part of linkParts) {
      // The path stands below the name.
      const name = nameOf.get(part.element?.link?.url) ?? 'unknown';
      assert.ok(textIn(part).startsWith(name), textIn(part));
    }
    assert.equal(new Set(linkParts.map(({ element }) => element?.link?.url)).size, links.size);
  });

  it('is in a paragraph for a child that no row or panel names', () => {
    const ward = { key: 210, name: 'Ward', surveys: [{ key: 9, name: 'Q', volume: 300 }] };
    const report = createReport({
      key: 1,
      name: 'Company',
      folders: [
        { key: 20, name: 'Asia', folders: [ward] },
        { key: 30, name: 'Oceania' },
      ],
    });
    const linkParts = linked(partsOf(linksFor(report), report));
    assert.deepEqual(linkParts.map(textIn), ['Asia', 'Oceania']);
    for (const part of linkParts) {
      const [run] = runsOf([part]);
      const [line] = placedOperations(part).filter(({ kind }) => kind === 'line');
      assert.ok(run !== undefined && line?.kind === 'line');
      assert.deepEqual([at(line.x1), at(line.x2)], [at(run.x), at(run.x + run.width)]);
      assert.ok(line.y1 > run.y && line.y1 < run.y + run.size / 4);
      assert.ok(contrast(run.colour, colours.paper) >= 7);
    }
  });

  it('the link of a place further below opens its own report, where there is one', () => {
    const surveys = [{ key: 9, name: 'Q', volume: 0, alerts: [OPEN] }];
    const report = createReport({
      key: 1,
      name: 'Company',
      folders: [{ key: 20, name: 'Asia', folders: [{ key: 210, name: 'Ward', surveys }] }],
    });
    const url = 'https://reports.example.com/d/ward';
    const linkParts = linked(partsOf(new Map([[210, url]]), report));
    assert.ok(linkParts.length > 0);
    for (const part of linkParts) {
      assert.equal(part.element?.link?.url, url);
      assert.ok(textIn(part).startsWith('Ward'));
    }
  });

  it('describes the report that it opens in the reader’s language', () => {
    const says = (locale: string): readonly string[] =>
      linked(partsOf(linksFor(REGION), REGION, locale)).map(
        ({ element }) => element?.link?.description ?? '',
      );
    assert.ok(says('en').includes('Turku – week 46, 2026'));
    assert.ok(says('fi').includes('Turku – viikko 46/2026'));
    for (const locale of LANGUAGES) {
      for (const sentence of says(locale)) assert.ok(!/[\u2066-\u2069]/.test(sentence), sentence);
    }
  });

  it('does not move any text of the pages in any language', () => {
    const runsWithoutColour = (parts: readonly Part[]): readonly Omit<TextRun, 'colour'>[] =>
      runsOf(parts).map(({ colour: _, ...run }) => run);
    for (const locale of LANGUAGES) {
      const without = partsOf(new Map(), REGION, locale);
      assert.deepEqual(linked(without), []);
      assert.deepEqual(
        runsWithoutColour(partsOf(linksFor(REGION), REGION, locale)),
        runsWithoutColour(without),
      );
    }
  });

  it('is not created for a child without an address, a survey or the folder itself', () => {
    const [firstLink] = linksFor(REGION);
    assert.ok(firstLink !== undefined);
    const linkedParts = linked(partsOf(new Map([firstLink])));
    assert.ok(linkedParts.length > 0);
    for (const { element } of linkedParts) assert.equal(element?.link?.url, firstLink[1]);

    const ownReport = createReport({
      key: 7,
      name: 'Both',
      surveys: [{ key: 500, name: 'Own', volume: 300 }],
      folders: [{ key: 500, name: 'Child', surveys: [{ key: 501, name: 'Q' }] }],
    });
    const names = linked(partsOf(linksFor(ownReport), ownReport)).map(textIn);
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(name.startsWith('Child'), name);
  });
});

describe('the file', () => {
  const render = async (links: ReadonlyMap<number, string>, publicUrl?: string | null) => {
    const json = await jsonRenderer().render(REGION);
    const renderer = pdfRenderer({ ...A4, ...(publicUrl === undefined ? {} : { publicUrl }) });
    return Buffer.from((await renderer.render(REGION, json, links)).bytes);
  };

  it('has the same bytes for the same links and different bytes for different links', async () => {
    const [firstPdf, secondPdf] = [
      await renderPdfWithLinks(REGION),
      await renderPdfWithLinks(REGION),
    ];
    assert.deepEqual(firstPdf.bytes, secondPdf.bytes);
    assert.deepEqual(
      new Set(linkAddresses(Buffer.from(firstPdf.bytes))),
      new Set(linksFor(REGION).values()),
    );
    const fewer = new Map([...linksFor(REGION)].slice(1));
    assert.notDeepEqual(await render(fewer, PUBLIC_URL), Buffer.from(firstPdf.bytes));
  });

  it('is the same without links for any public URL', async () => {
    const { bytes } = await renderPdf(REGION);
    assert.deepEqual(await render(new Map(), PUBLIC_URL), Buffer.from(bytes));
    assert.deepEqual(linkAddresses(Buffer.from(bytes)), []);
  });

  it('accepts http on this machine only, and any path of a public URL', async () => {
    for (const publicUrl of [
      'http://127.0.0.1:8080',
      "https://example.com/a(b)'@;,",
      'http://[::1]:1',
    ]) {
      const file = await render(new Map([[100, `${publicUrl}/d/x.y`]]), publicUrl);
      assert.deepEqual([...new Set(linkAddresses(file))], [`${publicUrl}/d/x.y`]);
    }
  });

  const foreign: readonly (readonly [what: string, url: string, publicUrl: string | null])[] = [
    ['elsewhere', 'https://evil.example/d/x', PUBLIC_URL],
    ['at a host that begins like ours', `${PUBLIC_URL}.evil.example/d/x`, PUBLIC_URL],
    ['beside our path', 'https://reports.example.com/weekly-evil/x', PUBLIC_URL],
    ['above our path by dots', `${PUBLIC_URL}/../d/x`, PUBLIC_URL],
    ['above our path by coded dots', `${PUBLIC_URL}/%2e%2e/d/x`, PUBLIC_URL],
    ['of a script', 'javascript:alert(1)', PUBLIC_URL],
    ['by http', 'http://reports.example.com/d/x', 'http://reports.example.com'],
    ['of a file', 'file:///d/x', 'file://'],
    ['with a query', `${PUBLIC_URL}/d/x?y`, PUBLIC_URL],
    ['with a line end', `${PUBLIC_URL}/d/x\n`, PUBLIC_URL],
    ['with letters that are no ASCII', `${PUBLIC_URL}/d/ä`, PUBLIC_URL],
    ['where there is no public URL', `${PUBLIC_URL}/d/x`, null],
    ['that is empty', '', PUBLIC_URL],
  ];
  for (const [what, url, publicUrl] of foreign) {
    it(`is rejected with an address ${what}, without showing the address`, async () => {
      await assert.rejects(render(new Map([[100, url]]), publicUrl), {
        name: 'TypeError',
        message: 'the link to folder 100 is not one of ours',
      });
    });
  }
});
