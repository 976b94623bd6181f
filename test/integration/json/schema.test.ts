import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { exactSchema } from '../../../lib/ports/common-schemas.ts';
import { publishedSchema } from '../../../lib/adapters/json/publish-schema.ts';
import { revisedReport, samples } from '../../unit/adapters/json/sample-documents.ts';
import { isRead, isValid, placeOf, publishedDocument } from './schema-checks.ts';

describe('the published schema of reports', () => {
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

// ── changing documents ──────────────────────────────────────────────────────────────────────────
