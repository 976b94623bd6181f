import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { jsonReader, jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { exactSchema } from '../../../lib/adapters/json/common-schemas.ts';
import { publishedSchema } from '../../../lib/adapters/json/publish-schema.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { revisedReport, samples } from '../../unit/adapters/json/sample-documents.ts';

const FILE = new URL('../../../lib/adapters/json/report.schema.json', import.meta.url);

/** With two hours instead of a week. */
const shortened: Report = {
  ...revisedReport,
  summary: {
    ...revisedReport.summary,
    groups: revisedReport.summary.groups.map((group) => ({
      ...group,
      hours: group.hours.slice(0, 2),
    })),
  },
  surveys: revisedReport.surveys.map((survey) => ({ ...survey, hours: survey.hours.slice(0, 2) })),
};

describe('the published schema of reports', () => {
  const publishedDocument: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  assert(typeof publishedDocument === 'object' && publishedDocument !== null);
  const isValid = new Ajv2020({ strict: true }).compile(publishedDocument);

  it('equals the output of publish-schema.ts, key by key', () => {
    assert.equal(JSON.stringify(publishedDocument), JSON.stringify(publishedSchema()));
  });

  it('allows no additional keys and describes every definition', () => {
    const open: string[] = [];
    const visit = (at: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && value.type === 'object' && !('additionalProperties' in value)) {
        open.push(at);
      }
      for (const [name, member] of Object.entries(value)) visit(`${at}/${name}`, member);
    };
    visit('', publishedDocument);
    // The one thing in a report that isn't ours.
    assert.deepEqual(open, ['/$defs/Alert/properties/parameters']);
    assert(
      '$defs' in publishedDocument &&
        typeof publishedDocument.$defs === 'object' &&
        publishedDocument.$defs !== null,
    );
    const described: [string, unknown][] = Object.entries(publishedDocument.$defs);
    for (const [name, definition] of described) {
      assert(typeof definition === 'object' && definition !== null);
      assert('description' in definition, name);
    }
  });

  for (const [name, report] of Object.entries(samples)) {
    it(`accepts the rendered report: ${name}`, async () => {
      const { bytes } = await jsonRenderer().render(report);
      assert(isValid(JSON.parse(new TextDecoder().decode(bytes))), JSON.stringify(isValid.errors));
    });
  }

  it('refuses a report with a missing or an additional key; the reader only one with a missing key', () => {
    const text = JSON.stringify(shortened);
    const optional = [
      /^\/problems\/\d\/(survey|folder)$/,
      /\/problems(Solved|Arisen)\/\d\/(survey|folder)$/,
      // Columns that no folder above needs.
      /\/leaves\/(?!(folder|survey|data|c|sd)$)\w+$/,
      // What lists show of every survey, which earlier reports lack.
      /\/subfolders\/\d\/trend$|\/leaves\/listed\/usualScore$/,
      /\/leaves\/volume\/(verdict|verdictLast|before|lastDifference|asLastYear)$/,
    ];
    let changed = 0;
    for (const at of pathsIn(JSON.parse(text), '')) {
      if (at.includes('/parameters/')) continue;
      for (const change of [withoutKey, withOneMore, withText]) {
        const document: unknown = JSON.parse(text);
        if (!change(document, at)) continue;
        changed += 1;
        const isOptional = change === withoutKey && optional.some((pattern) => pattern.test(at));
        assert.equal(isValid(document), isOptional, `${change.name} ${at}`);
        const isReadable = isOptional || change === withOneMore;
        assert.equal(isRead(document), isReadable, `reader: ${change.name} ${at}`);
      }
    }
    assert(changed > 1000, String(changed));
  });

  it('refuses invalid values, as the reader does', () => {
    const text = JSON.stringify(revisedReport);
    const oddValues: readonly (readonly [string, unknown])[] = [
      ['/reportVersion', '4'],
      ['/revision', 0],
      ['/week', '2026-46'],
      ['/from', '09.11.2026'],
      ['/asOf', '2026-11-16T18:00:00+00:00'],
      ['/status', 'done'],
      ['/surveys/0/data/0', -1],
      ['/surveys/0/data/0', 1.5],
      ['/surveys/0/days', []],
      ['/surveys/0/trend', []],
      ['/surveys/0/period/start', '2026-11-09T00:00:00+0200'],
      ['/surveys/0/hours/0/hour', 24],
      ['/surveys/0/painPoints/0/share', 1.1],
      ['/summary/groups/0/hours/0/weekday', 0],
      ['/ranking/0/folder', 7],
      ['/surveys/0/alerts/0/parameters', []],
      ['/surveys/0/alerts/0/parameters', null],
    ];
    for (const [at, value] of oddValues) {
      const document: unknown = JSON.parse(text);
      assert(isValid(document) && isRead(document));
      const { holder, name } = placeOf(document, at);
      Reflect.set(holder, name, value);
      assert(!isValid(document), at);
      assert(!isRead(document), `reader: ${at}`);
    }
  });

  it('is compared with the domain’s type in both directions', () => {
    interface Place {
      readonly key: number;
      readonly name?: string;
      readonly data: readonly number[];
    }
    const data = z.array(z.number());
    exactSchema<Place>()(
      z.strictObject({ key: z.number(), name: z.string().exactOptional(), data }),
    );
    // @ts-expect-error a key that the type doesn't have
    exactSchema<Place>()(z.strictObject({ key: z.number(), name: z.string(), data, more: data }));
    // @ts-expect-error an optional key of the type is forgotten
    exactSchema<Place>()(z.strictObject({ key: z.number(), data }));
    // @ts-expect-error what is optional in the type must be there
    exactSchema<Place>()(z.strictObject({ key: z.number(), name: z.string(), data }));
    exactSchema<Place>()(
      // @ts-expect-error null isn't a number
      z.strictObject({ key: z.number().nullable(), name: z.string().exactOptional(), data }),
    );
  });
});

function isRead(document: unknown): boolean {
  try {
    jsonReader().read(new TextEncoder().encode(JSON.stringify(document)));
    return true;
  } catch {
    return false;
  }
}

// ── changing documents ──────────────────────────────────────────────────────────────────────────

/** The places of a document as JSON pointers; of lists only the first two entries. */
function pathsIn(value: unknown, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 2) : Object.entries(value);
  const below = members.flatMap(([name, member]: [string, unknown]) =>
    pathsIn(member, `${at}/${name}`),
  );
  return at === '' ? below : [at, ...below];
}

function placeOf(document: unknown, at: string): { holder: object; name: string } {
  const names = at.split('/').slice(1);
  const name = names.pop() ?? '';
  const holder = names.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    document,
  );
  assert(typeof holder === 'object' && holder !== null, at);
  return { holder, name };
}

function withoutKey(document: unknown, at: string): boolean {
  const { holder, name } = placeOf(document, at);
  return !Array.isArray(holder) && Reflect.deleteProperty(holder, name);
}

function withOneMore(document: unknown, at: string): boolean {
  const { holder } = placeOf(document, at);
  return !Array.isArray(holder) && Reflect.set(holder, 'oneMore', null);
}

/** Replaces a value that is not a string by an invalid one. */
function withText(document: unknown, at: string): boolean {
  const { holder, name } = placeOf(document, at);
  return typeof Reflect.get(holder, name) !== 'string' && Reflect.set(holder, name, 'text');
}
