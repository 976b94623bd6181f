// What a text in ICU MessageFormat needs: its parameters, and the cases of its choices.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** 'text': a name or a formatted value; 'choice': one of some values. */
export type ParameterKind = 'text' | 'number' | 'choice';

/** The kinds in which a text uses each of its parameters. */
export type Uses = ReadonlyMap<string, ReadonlySet<ParameterKind>>;

export interface Choice {
  readonly parameter: string;
  readonly type: 'plural' | 'selectordinal' | 'select';
  readonly cases: ReadonlyMap<string, Shape>;
  /** Whether it is the whole text or case. */
  readonly isWhole: boolean;
}

/** A text, or a case of a choice. */
export interface Shape {
  /** Those outside of the choices. */
  readonly ownUses: Uses;
  readonly choices: readonly Choice[];
  /** The text with `PARAMETER` in place of each parameter and choice. */
  readonly text: string;
}

const PARAMETER = '\u00a4';

/** Where a text is not valid, and why. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Throws a SyntaxProblem. */
export function shapeOf(text: string): Shape {
  return shape(parseText(text));
}

function parseText(text: string): readonly MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true, captureLocation: true, shouldParseSkeletons: false });
  } catch (error) {
    const kind = error instanceof Error ? error.message : String(error);
    throw new SyntaxProblem(kind.toLowerCase().replaceAll('_', ' '), offsetOf(error));
  }
}

function offsetOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('location' in error)) return 0;
  const { location } = error;
  if (typeof location !== 'object' || location === null || !('start' in location)) return 0;
  const { start } = location;
  if (typeof start !== 'object' || start === null || !('offset' in start)) return 0;
  return Number(start.offset);
}

function shape(elements: readonly MessageFormatElement[]): Shape {
  const uses = new Map<string, Set<ParameterKind>>();
  const choices: Choice[] = [];
  const parts: string[] = [];
  const use = (name: string, kind: ParameterKind): void => {
    uses.set(name, (uses.get(name) ?? new Set()).add(kind));
    parts.push(PARAMETER);
  };
  for (const element of elements) {
    const offset = element.location?.start.offset ?? 0;
    switch (element.type) {
      case TYPE.literal:
        parts.push(element.value);
        break;
      case TYPE.argument:
        use(element.value, 'text');
        break;
      case TYPE.number:
        if (element.style !== null && element.style !== undefined) {
          throw new SyntaxProblem(`{${element.value}, number} with a style`, offset);
        }
        use(element.value, 'number');
        break;
      case TYPE.select:
      case TYPE.plural:
        if (element.type === TYPE.plural && element.offset !== 0) {
          throw new SyntaxProblem('a plural with an offset', offset);
        }
        choices.push({
          parameter: element.value,
          type: typeOf(element),
          cases: new Map(
            Object.entries(element.options).map(([name, { value }]) => [name, shape(value)]),
          ),
          isWhole: elements.length === 1,
        });
        parts.push(PARAMETER);
        break;
      case TYPE.pound:
        throw new SyntaxProblem('# instead of the number, such as {n, number}', offset);
      case TYPE.date:
      case TYPE.time:
        throw new SyntaxProblem('a date or time, which is passed formatted', offset);
      case TYPE.tag:
        throw new SyntaxProblem('a tag', offset);
    }
  }
  return { ownUses: uses, choices, text: parts.join('') };
}

function typeOf(element: MessageFormatElement): Choice['type'] {
  if (element.type !== TYPE.plural) return 'select';
  return element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
}

/** The parameters of a text with all its cases. */
export function parametersOf(text: Shape): Uses {
  const uses = new Map<string, Set<ParameterKind>>();
  const add = (name: string, kinds: Iterable<ParameterKind>): void => {
    uses.set(name, new Set([...(uses.get(name) ?? []), ...kinds]));
  };
  for (const [name, kinds] of text.ownUses) add(name, kinds);
  for (const { parameter, type, cases } of text.choices) {
    add(parameter, [type === 'select' ? 'choice' : 'number']);
    for (const inner of cases.values()) {
      for (const [name, kinds] of parametersOf(inner)) add(name, kinds);
    }
  }
  return uses;
}
