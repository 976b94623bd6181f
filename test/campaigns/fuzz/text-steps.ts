// Changes to a JSON document's text and bytes: what no document that was parsed and written again can be.
import type { Chance } from './random-choices.ts';

type Change = (text: string, chance: Chance) => string | Buffer | null;

const NUMBER = /(?<=[[,:])-?\d+(?=[,\]}])/g;
const MEMBER = /"(?:key|name|data|ts|survey|folders|surveys|meta|total|offset)":/g;

const TEXT_STEPS = {
  'key doubled': (text, chance) => {
    const value = chance.pick(['null', '0', '"x"', '[]', '{}', '7']);
    return atOne(text, MEMBER, chance, (found) => `${found}${value},${found}`);
  },
  'number in another spelling': (text, chance) =>
    atOne(text, NUMBER, chance, (found) =>
      chance.pick([`-${found}`, '-0', `${found}e3`, `${found}E-1`, `${found}.5`]),
    ),
  'number spelled alike': (text, chance) =>
    atOne(text, NUMBER, chance, (found) =>
      chance.pick([`${found}.0`, `${found}e0`, `${found}0e-1`, `${found}E+00`]),
    ),
  'offset spelled alike': (text) =>
    text.replaceAll(/([+-]\d\d)(\d\d)(?=")/g, (_found, hours, minutes) => `${hours}:${minutes}`),
  'number that JSON does not have': (text, chance) =>
    atOne(text, NUMBER, chance, (found) =>
      chance.pick(['NaN', 'Infinity', `0${found}`, '.5', `+${found}`, `${found}n`, '0x1']),
    ),
  'number beyond a double': (text, chance) =>
    atOne(text, NUMBER, chance, () => chance.pick(['1e400', '-1e400', '9007199254740993'])),
  'cut short': (text, chance) => text.slice(0, chance.int(0, Math.max(0, text.length - 1))),
  'nothing at all': (_text, chance) => chance.pick(['', ' ', '\n', 'null', '{}', '[]', '""', '0']),
  'something else': (_text, chance) =>
    chance.pick(['<html><body>Sign in</body></html>', 'OK', 'undefined', 'true', '﻿{}', '\0']),
  'more behind the end': (text, chance) => text + chance.pick(['{}', ']', ',', '\0', text, 'x']),
  'white space': (text, chance) =>
    text.replaceAll(/[,:](?=["[{\d])/g, (found) => `${found}${chance.pick([' ', '\n', '\t', ''])}`),
  'byte order mark': (text) => `\ufeff${text}`,
  'UTF-16': (text, chance) => Buffer.from(chance.oneIn(2) ? `\ufeff${text}` : text, 'utf16le'),
  'byte flipped': (text, chance) => {
    const bytes = Buffer.from(text);
    if (bytes.length === 0) return null;
    const at = chance.int(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.int(0, 7));
    return bytes;
  },
  'bytes that are no UTF-8': (text, chance) => {
    const bytes = Buffer.from(text);
    const at = chance.int(0, bytes.length);
    const wrong = chance.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(wrong), bytes.subarray(at)]);
  },
  'key to a prototype': (text, chance) => {
    const name = chance.pick(['__proto__', 'constructor', 'prototype', '\\u005f_proto__']);
    return atOne(text, /\{/g, chance, (found) => `${found}"${name}":{"polluted":true},`);
  },
  escapes: (text, chance) =>
    atOne(text, /(?<=":")(?=[^"])/g, chance, () =>
      chance.pick(['\\u0000', '\\ud800', '\\udfff', '\\ud83d\\ude00', '\\/', '\\x', '\\u12']),
    ),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(TEXT_STEPS));
export const TEXT_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The bytes after a step; null when the text has no place for it. */
export function changeText(text: string, kind: string, chance: Chance): Buffer | null {
  const changed = STEPS.get(kind)?.(text, chance) ?? null;
  if (changed === null || changed === text) return null;
  return typeof changed === 'string' ? Buffer.from(changed) : changed;
}

function atOne(
  text: string,
  pattern: RegExp,
  chance: Chance,
  change: (found: string) => string,
): string | null {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return null;
  const { 0: one, index } = chance.pick(found);
  return text.slice(0, index) + change(one) + text.slice(index + one.length);
}
