// Writes reports as JSON in the order of their schema, piece by piece and without a copy. What the schema checks is checked
// on the way, so that no report is stored that could not be read again.
import * as z from 'zod';
// By its own name: bundles would contain all of `z.core`.
import * as core from 'zod/v4/core';
import {
  createTextWriter,
  firstIssuePath,
  isFlat,
  isObject,
  isRecord,
  writeText,
  type WriteToken,
} from './plain-json.ts';

/** Writes values of a part of the schema. */
interface ValueWriter {
  /** Whether all values are scalars or lists of scalars. */
  readonly isFlat: boolean;
  /** A value on one line. */
  readonly toLine: (value: unknown) => string;
  /** A value in the layout of `encodeJson`. */
  readonly write: (value: unknown, newline: string, write: WriteToken) => void;
}

/** A value that can't be written. The schema itself says where, but for a key that it would ignore. */
class SchemaMismatch extends Error {}

export interface SchemaWriter<T> {
  /**
   * UTF-8 JSON of any value of the schema, with a final newline: as `encodeJson`, with keys in the schema's order. Fails
   * with a TypeError that names the first invalid place.
   */
  readonly encode: (value: T) => Uint8Array;
  /** Whether `encode` takes the value. The schema's own check ignores unknown keys, copies the value and takes longer. */
  readonly accepts: (value: unknown) => value is T;
}

export function createSchemaWriter<T>(schema: z.ZodType<T>, what: string): SchemaWriter<T> {
  const { write } = writerOf(schema);
  return {
    encode(value) {
      const text = createTextWriter();
      try {
        write(value, '\n', text.write);
      } catch (error) {
        if (!(error instanceof SchemaMismatch)) throw error;
        const issues = schema.safeParse(value).error;
        const at = issues === undefined ? error.message : firstIssuePath(issues);
        throw new TypeError(`not a ${what}, at ${at}`, { cause: error });
      }
      return text.end();
    },
    accepts(value): value is T {
      try {
        write(value, '\n', () => undefined);
        return true;
      } catch (error) {
        if (error instanceof SchemaMismatch) return false;
        throw error;
      }
    },
  };
}

function writerOf(schema: core.$ZodType): ValueWriter {
  if (schema instanceof z.ZodObject) return objectWriter(schema);
  if (schema instanceof z.ZodArray) return listWriter(schema);
  if (schema instanceof z.ZodNullable) return nullableWriter(writerOf(schema.def.innerType));
  if (schema instanceof z.ZodCustom) return customWriter(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return unionWriter(schema);
  const toLine = scalarText(schema);
  return {
    isFlat: true,
    toLine,
    write: (value, _newline, write) => {
      write(toLine(value));
    },
  };
}

function nullableWriter(inner: ValueWriter): ValueWriter {
  return {
    isFlat: inner.isFlat,
    toLine: (value) => (value === null ? 'null' : inner.toLine(value)),
    write: (value, newline, write) => {
      if (value === null) write('null');
      else inner.write(value, newline, write);
    },
  };
}

/** Objects of several kinds, which the discriminator tells apart. */
function unionWriter({ def }: z.ZodDiscriminatedUnion): ValueWriter {
  const kinds = new Map(
    def.options.flatMap((option) => {
      const writer = writerOf(option);
      const values = option._zod.propValues?.[def.discriminator] ?? [];
      return [...values].map((value): [unknown, ValueWriter] => [value, writer]);
    }),
  );
  const writerFor = (value: unknown): ValueWriter =>
    (isObject(value) ? kinds.get(value[def.discriminator]) : undefined) ?? mismatch();
  return {
    isFlat: false,
    toLine: (value) => writerFor(value).toLine(value),
    write: (value, newline, write) => {
      writerFor(value).write(value, newline, write);
    },
  };
}

/** Values whose keys the schema does not define. */
function customWriter(schema: z.ZodCustom): ValueWriter {
  const check = checkOf(schema);
  return {
    isFlat: false,
    toLine: (value) => {
      check(value);
      return JSON.stringify(value);
    },
    write: (value, newline, write) => {
      check(value);
      writeText(value, newline, write);
    },
  };
}

function objectWriter(schema: z.ZodObject): ValueWriter {
  const members = Object.entries<core.$ZodType>(schema.def.shape).map(([name, member]) => {
    const isOptional = member instanceof z.ZodExactOptional;
    const writer = writerOf(isOptional ? member.def.innerType : member);
    return { name, isOptional, label: `${JSON.stringify(name)}:`, writer };
  });
  const names = new Set(members.map(({ name }) => name));
  const nested = members.filter(({ writer }) => !writer.isFlat).map(({ name }) => name);
  const check = schema.def.checks === undefined ? null : checkOf(schema);
  const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
    if (!isObject(value) || Array.isArray(value)) mismatch();
    for (const name in value) if (!names.has(name)) mismatch(`the unknown key ${name}`);
    check?.(value);
    return value;
  };
  const toLine = (value: unknown): string => {
    const object = objectOf(value);
    let text = '';
    for (const { name, isOptional, label, writer } of members) {
      const member = object[name];
      if (isOptional && member === undefined) continue;
      text += `${text === '' ? '{' : ','}${label}${writer.toLine(member)}`;
    }
    return text === '' ? '{}' : `${text}}`;
  };
  return {
    isFlat: false,
    toLine,
    write(value, newline, write) {
      if (isObject(value) && nested.every((name) => isFlat(value[name]))) {
        write(toLine(value));
        return;
      }
      const object = objectOf(value);
      const deeper = `${newline} `;
      let separator = `{${deeper}`;
      for (const { name, isOptional, label, writer } of members) {
        const member = object[name];
        if (isOptional && member === undefined) continue;
        write(`${separator}${label} `);
        writer.write(member, deeper, write);
        separator = `,${deeper}`;
      }
      write(`${newline}}`);
    },
  };
}

function listWriter(schema: z.ZodArray): ValueWriter {
  const { element } = schema.def;
  const item = writerOf(element);
  const isFlat = item.isFlat && !(element instanceof z.ZodArray);
  const { minimum, maximum } = checksOf(schema);
  const listOf = (value: unknown): readonly unknown[] => {
    if (!Array.isArray(value) || value.length < minimum || value.length > maximum) mismatch();
    return value;
  };
  const toLine = (value: unknown): string => {
    let text = '';
    for (const entry of listOf(value)) text += `${text === '' ? '' : ','}${item.toLine(entry)}`;
    return `[${text}]`;
  };
  return {
    isFlat,
    toLine,
    write(value, newline, write) {
      const list = listOf(value);
      if (item.isFlat || isRecord(list)) {
        write(toLine(list));
        return;
      }
      const deeper = `${newline} `;
      let separator = `[${deeper}`;
      for (const entry of list) {
        write(separator);
        item.write(entry, deeper, write);
        separator = `,${deeper}`;
      }
      write(`${newline}]`);
    },
  };
}

/** Checks the rules that only the schema itself can check. */
function checkOf(schema: z.ZodType): (value: unknown) => void {
  return (value) => {
    if (!schema.safeParse(value).success) mismatch();
  };
}

function scalarText(schema: core.$ZodType): (value: unknown) => string {
  if (schema instanceof z.ZodString) {
    const { minimum, maximum, patterns } = checksOf(schema);
    return (value) => {
      if (typeof value !== 'string') mismatch();
      if (value.length < minimum || value.length > maximum) mismatch();
      for (const pattern of patterns) if (!pattern.test(value)) mismatch();
      return JSON.stringify(value);
    };
  }
  if (schema instanceof z.ZodNumber) {
    const { minimum, maximum } = checksOf(schema);
    const isNumber = schema.format === 'safeint' ? Number.isSafeInteger : Number.isFinite;
    return (value) => {
      if (typeof value !== 'number' || !isNumber(value)) mismatch();
      if (value < minimum || value > maximum) mismatch();
      return String(value);
    };
  }
  if (schema instanceof z.ZodBoolean) {
    return (value) => (typeof value === 'boolean' ? String(value) : mismatch());
  }
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    const values: readonly unknown[] =
      schema instanceof z.ZodEnum ? schema.options : [...schema.values];
    const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
    return (value) => texts.get(value) ?? mismatch();
  }
  throw new TypeError(`no writer for ${schema._zod.def.type}`);
}

interface Checks {
  readonly minimum: number;
  readonly maximum: number;
  readonly patterns: readonly RegExp[];
}

/** Limits of a number, or of the length of a list or text. Fails for checks that no schema of a report has yet. */
function checksOf(schema: core.$ZodType): Checks {
  let [minimum, maximum] = [-Infinity, Infinity];
  const patterns: RegExp[] = [];
  for (const check of schema._zod.def.checks ?? []) {
    if (check instanceof core.$ZodCheckGreaterThan && check._zod.def.inclusive)
      minimum = Number(check._zod.def.value);
    else if (check instanceof core.$ZodCheckLessThan && check._zod.def.inclusive)
      maximum = Number(check._zod.def.value);
    else if (check instanceof core.$ZodCheckMinLength) minimum = check._zod.def.minimum;
    else if (check instanceof core.$ZodCheckMaxLength) maximum = check._zod.def.maximum;
    else if (check instanceof core.$ZodCheckLengthEquals) minimum = maximum = check._zod.def.length;
    else if (check instanceof core.$ZodCheckRegex) patterns.push(check._zod.def.pattern);
    else throw new TypeError(`no writer for the check ${check._zod.def.check}`);
  }
  return { minimum, maximum, patterns };
}

function mismatch(where?: string): never {
  throw new SchemaMismatch(where);
}
