// The parameters of the texts, as the English file declares them: by use, and by the placeholders of its comments.
import { z } from 'zod';
import type { CatalogueFile, TextProblem } from './catalogue-file.ts';
import { parametersOf, shapeOf } from './message-shape.ts';

export type Parameter =
  | { readonly kind: 'text' | 'number' }
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      /** The parameter that a text may leave out where it chooses by this one; null when a text must choose. */
      readonly insteadOf: string | null;
    };

export type Parameters = ReadonlyMap<string, Parameter>;

/** What a translator reads of an English text, and what the text cannot say itself. */
const Attributes = z.strictObject({
  description: z.string().min(1).optional(),
  maxLength: z.int().positive().optional(),
  placeholders: z
    .record(
      z.string(),
      z.strictObject({
        description: z.string().min(1).optional(),
        example: z.string().min(1).optional(),
        /** Of a number that English does not use. */
        type: z.literal('int').optional(),
        /** Of a choice. */
        values: z.array(z.string().regex(/^\w+$/)).min(1).optional(),
        /** Of a choice, for languages that inflect the other parameter. */
        insteadOf: z.string().optional(),
      }),
    )
    .optional(),
});
export type Attributes = z.infer<typeof Attributes>;

export interface DeclaredTexts {
  readonly parameters: ReadonlyMap<string, Parameters>;
  readonly attributes: ReadonlyMap<string, Attributes>;
  readonly problems: readonly TextProblem[];
}

/** Texts whose syntax is not valid are left out. */
export function declaredTexts(english: CatalogueFile): DeclaredTexts {
  const attributes = new Map<string, Attributes>();
  const problems: TextProblem[] = [];
  for (const [name, value] of english.attributes) {
    if (name.startsWith('@@')) continue;
    const key = name.slice(1);
    const parsed = Attributes.safeParse(value);
    if (!english.texts.has(key)) problems.push(english.problemAt(name, `there is no text ${key}`));
    else if (parsed.success) attributes.set(key, parsed.data);
    else problems.push(english.problemAt(name, parsed.error.issues[0]?.message ?? 'is not valid'));
  }
  const parameters = new Map<string, Parameters>();
  for (const [key, text] of english.texts) {
    const declared = parametersIn(text, attributes.get(key));
    if (typeof declared === 'string') problems.push(english.problemAt(key, declared));
    else if (declared !== null) parameters.set(key, declared);
  }
  return { parameters, attributes, problems };
}

/** A problem as text; null for a text with a mistake in its syntax, which another check reports. */
function parametersIn(text: string, attributes: Attributes = {}): Parameters | string | null {
  const placeholders = new Map(Object.entries(attributes.placeholders ?? {}));
  const parameters = new Map<string, Parameter>();
  let uses;
  try {
    uses = parametersOf(shapeOf(text));
  } catch {
    return null;
  }
  for (const name of new Set([...uses.keys(), ...placeholders.keys()])) {
    const kinds = uses.get(name);
    const { type, values, insteadOf = null } = placeholders.get(name) ?? {};
    if (kinds !== undefined && kinds.size > 1) return `uses ${name} in several ways`;
    const [kind] = kinds ?? [];
    if (kind === 'choice' && values === undefined) {
      return `the values of ${name} must be declared in its placeholder`;
    }
    if (values !== undefined) parameters.set(name, { kind: 'choice', values, insteadOf });
    else parameters.set(name, { kind: type === 'int' || kind === 'number' ? 'number' : 'text' });
  }
  return parameters;
}
