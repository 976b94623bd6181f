// Random changes to the text and bytes of a JSON document that JSON.stringify can't produce.
import type { RandomChoices } from './random-choices.ts';

type Change = (text: string, random: RandomChoices) => string | Buffer | null;

const NUMBER = /(?<=[[,:])-?\d+(?=[,\]}])/g;
const MEMBER = /"(?:key|name|data|ts|survey|folders|surveys|meta|total|offset)":/g;

const TEXT_STEPS = {
  'key doubled': (text, random) => {
    const value = random.pick(['null', '0', '"x"', '[]', '{}', '7']);
    return replaceOne(text, MEMBER, random, (match) => `${match}${value},${match}`);
  },
  'number in another spelling': (text, random) =>
    replaceOne(text, NUMBER, random, (match) =>
      random.pick([`-${match}`, '-0', `${match}e3`, `${match}E-1`, `${match}.5`]),
    ),
  'number in an equal spelling': (text, random) =>
    replaceOne(text, NUMBER, random, (match) =>
      random.pick([`${match}.0`, `${match}e0`, `${match}0e-1`, `${match}E+00`]),
    ),
  'offset in an equal spelling': (text) =>
    text.replaceAll(/([+-]\d\d)(\d\d)(?=")/g, (_found, hours, minutes) => `${hours}:${minutes}`),
  'number that is invalid in JSON': (text, random) =>
    replaceOne(text, NUMBER, random, (match) =>
      random.pick(['NaN', 'Infinity', `0${match}`, '.5', `+${match}`, `${match}n`, '0x1']),
    ),
  'number beyond a double': (text, random) =>
    replaceOne(text, NUMBER, random, () => random.pick(['1e400', '-1e400', '9007199254740993'])),
  'cut short': (text, random) => text.slice(0, random.int(0, Math.max(0, text.length - 1))),
  'empty document': (_text, random) => random.pick(['', ' ', '\n', 'null', '{}', '[]', '""', '0']),
  'another document': (_text, random) =>
    random.pick(['<html><body>Sign in</body></html>', 'OK', 'undefined', 'true', '﻿{}', '\0']),
  'text after the end': (text, random) => text + random.pick(['{}', ']', ',', '\0', text, 'x']),
  'white space': (text, random) =>
    text.replaceAll(/[,:](?=["[{\d])/g, (match) => `${match}${random.pick([' ', '\n', '\t', ''])}`),
  'byte order mark': (text) => `\ufeff${text}`,
  'UTF-16': (text, random) => Buffer.from(random.isOneIn(2) ? `\ufeff${text}` : text, 'utf16le'),
  'byte flipped': (text, random) => {
    const bytes = Buffer.from(text);
    if (bytes.length === 0) return null;
    const at = random.int(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
    return bytes;
  },
  'invalid UTF-8': (text, random) => {
    const bytes = Buffer.from(text);
    const at = random.int(0, bytes.length);
    const invalidBytes = random.pick([
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
    ]);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(invalidBytes), bytes.subarray(at)]);
  },
  'key to a prototype': (text, random) => {
    const name = random.pick(['__proto__', 'constructor', 'prototype', '\\u005f_proto__']);
    return replaceOne(text, /\{/g, random, (match) => `${match}"${name}":{"polluted":true},`);
  },
  escapes: (text, random) =>
    replaceOne(text, /(?<=":")(?=[^"])/g, random, () =>
      random.pick(['\\u0000', '\\ud800', '\\udfff', '\\ud83d\\ude00', '\\/', '\\x', '\\u12']),
    ),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(TEXT_STEPS));
export const TEXT_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The changed bytes; null if the text has no place for the change. */
export function changeText(text: string, kind: string, random: RandomChoices): Buffer | null {
  const changed = STEPS.get(kind)?.(text, random) ?? null;
  if (changed === null || changed === text) return null;
  return typeof changed === 'string' ? Buffer.from(changed) : changed;
}

function replaceOne(
  text: string,
  pattern: RegExp,
  random: RandomChoices,
  change: (match: string) => string,
): string | null {
  const match = [...text.matchAll(pattern)];
  if (match.length === 0) return null;
  const { 0: matchedText, index } = random.pick(match);
  return text.slice(0, index) + change(matchedText) + text.slice(index + matchedText.length);
}
