// CSV files of vendors in random dialects, and corrections of hourly sums in PostgreSQL.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  postgresPrograms,
  startPostgres,
} from '../../../support/feedback-service/postgres-server.ts';
import { anyCharacter, fc } from '../../../support/property-settings.ts';
import { columns, setUp, simple, testHourlySums, utf16 } from './csv-import.ts';

void describe('A CSV file of a vendor', () => {
  void it('has the same events in every dialect', async (t) => {
    const { run, rows } = await setUp(t);
    const textOf = fc
      .string({ unit: anyCharacter, maxLength: 12 })
      .map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ minute: fc.nat(59), r: fc.nat(3), text: textOf }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('utf8', 'bom', 'utf16'),
        fc.uuid(),
        async (events, separator, lineBreak, encoding, run1) => {
          const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const lines = [
            ['Filiale', 'Zeit', 'Note', 'Text', 'Nr'],
            ...events.map(({ minute, r, text }, i) => [
              ...['Köln', `09.11.2026 07:${String(minute).padStart(2, '0')}:00`, String(r)],
              ...[text, `${run1} ${i}`],
            ]),
          ].map((cells) => cells.map(quote).join(separator));
          const content = lines.join(lineBreak);
          await run(
            encoding === 'utf16' ? utf16(content) : (encoding === 'bom' ? '\ufeff' : '') + content,
            {
              ...simple,
              columns: { ...columns, text: 'Text', id: 'Nr' },
            },
          );
          const stored = (await rows('id, ts, r, text')).filter(([id]) =>
            String(id).startsWith(run1),
          );
          assert.deepEqual(
            stored.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
            events.map(({ minute, r, text }, i) => [
              ...[`${run1} ${i}`, Date.parse('2026-11-09T06:00:00Z') + minute * 60_000, r],
              text.trim() === '' ? null : text,
            ]),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

void describe('Hourly sums of a CSV file', () => {
  void it('are so in PostgreSQL', { skip: postgresPrograms() === undefined }, async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    await testHourlySums(t, server.url);
  });
});
