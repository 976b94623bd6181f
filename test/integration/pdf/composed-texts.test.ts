// A text as a value of another text cannot be inflected by a translator: only those that docs/texts.md explains are allowed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLayoutContext, layoutPages } from '../../../lib/adapters/pdf/layout.ts';
import type { Messages } from '../../../lib/i18n/generated/texts.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { MESSAGE_CASES } from '../../support/message-cases.ts';
import { listReportKinds } from '../../support/test-reports.ts';

/** Texts with other texts in them, in the order of docs/texts.md. */
const COMPOSED = [
  /^problemPlace$/,
  /^missingParts\./,
  /^sentence\w*$|^signals\.usualResponses$/,
  /^dataAsOf$|^zone\.instant$/,
  /^signals\.asSentence$/,
  /^(?:signals\.(?:place\.usual(?:Small)?|usualRange|clearHours)|view\.(?:u|ownU)sualReason)$/,
  /^signals\.folder\.\w+$/,
  /^signals\.more\.inAlarm\w*Trigger$/,
  /^(?:signals\.chartT|t)extAlternatives\.\w+$/,
];

/** A mark at the end of each text: a private character of its own. */
const FIRST_MARK = 0xe000;

/** The texts with marks; `onNested` gets the path of a text and of one that is part of its values. */
function withMarks(onNested: (outer: string, inner: string) => void): Messages {
  const paths: string[] = [];
  const innerPaths = (value: unknown): readonly string[] =>
    Array.from(
      String(value),
      (character) => paths[(character.codePointAt(0) ?? 0) - FIRST_MARK],
    ).filter((path) => path !== undefined);
  const mark = <Texts extends object>(texts: Texts, group: string): Texts =>
    new Proxy(texts, {
      get(target, name) {
        const text: unknown = Reflect.get(target, name);
        const path = `${group}${String(name)}`;
        if (typeof text === 'object' && text !== null) return mark(text, `${path}.`);
        const known = paths.indexOf(path);
        const position = known === -1 ? paths.push(path) - 1 : known;
        const end = String.fromCodePoint(FIRST_MARK + position);
        if (typeof text === 'string') return text + end;
        if (typeof text !== 'function') return text;
        return (values: object): string => {
          for (const inner of Object.values(values).flatMap(innerPaths)) onNested(path, inner);
          return `${String(Reflect.apply(text, undefined, [values]))}${end}`;
        };
      },
    });
  return mark(messagesFor('en'), '');
}

describe('a text of a PDF', () => {
  it('contains another text only where docs/texts.md says so', () => {
    const found = new Map<string, Set<string>>();
    const words = withMarks((outer, inner) => {
      found.set(outer, (found.get(outer) ?? new Set()).add(inner));
    });
    const messageReports = [...MESSAGE_CASES.values()].map(({ report }) => report);
    for (const report of [...listReportKinds().map(([, kind]) => kind), ...messageReports]) {
      layoutPages(report, {
        ...createLayoutContext(report, { locale: 'en', paper: 'A4' }),
        ...createLocalization(report, 'en', words),
      });
    }
    const unexplained = [...found].filter(
      ([outer]) => !COMPOSED.some((known) => known.test(outer)),
    );
    assert.deepEqual(unexplained, []);
    // The marks reach the texts.
    assert.ok(found.size > 10);
  });
});
