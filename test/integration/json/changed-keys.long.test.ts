// Every key of a report, left out, with another one beside it, and with an invalid value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { revisedReport } from '../../unit/adapters/json/sample-documents.ts';
import { isRead, isValid, placeOf } from './schema-checks.ts';

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
    // Null, or text of a later release.
    const growing = [
      /(?<!\/leaves)\/(level|last|target|volume|figures|\d+)\/(state|verdict|basis|assurance|says)$/,
      /\/leaves\/(listed\/state|(volume\/)?verdict(Last)?)\/\d+$/,
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
        const isReadable =
          isOptional ||
          change === withOneMore ||
          (change === withText && growing.some((pattern) => pattern.test(at)));
        assert.equal(isRead(document), isReadable, `reader: ${change.name} ${at}`);
      }
    }
    assert(changed > 1000, String(changed));
  });
});

/** The places of a document as JSON pointers; of lists only the first two entries. */
function pathsIn(value: unknown, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 2) : Object.entries(value);
  const below = members.flatMap(([name, member]: [string, unknown]) =>
    pathsIn(member, `${at}/${name}`),
  );
  return at === '' ? below : [at, ...below];
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
