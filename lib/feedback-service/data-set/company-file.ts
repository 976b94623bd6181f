// Reads company.json and reports all its problems, each with its path in the file.
import type * as z from 'zod';
import type { Structure } from '../company.ts';
import type { Credential } from '../company-store.ts';
import { companySchema } from './company-schema.ts';
import { isObject } from './json-fields.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

export interface CompanyFile {
  readonly structure: Structure;
  readonly credentials: readonly Credential[];
  readonly tamperDelayMs: number;
  /** Texts of open feedback are erased after this many days. */
  readonly openFeedbackDays?: number;
}

const file = 'company.json';
/** Real hierarchies are far shallower, and a much deeper one would overflow the stack. */
const maxFolderDepth = 200;

/** Throws a DataSetError with all problems. */
export function readCompanyFile(text: string): CompanyFile {
  const json = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  if (isObject<'root'>(json)) throwIfTooDeep(json.root);
  const result = companySchema(json).safeParse(json);
  if (!result.success) throw new DataSetError(result.error.issues.flatMap(toProblems));
  const { credentials, misuse, retention, questions, root } = result.data;
  return {
    structure: { questions, root },
    credentials,
    tamperDelayMs: Math.round(misuse.tamperDelaySeconds * 1000),
    ...retention,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = findJsonFault(text);
    throw new DataSetError([{ file, line, reason: `is not valid JSON at column ${column}` }]);
  }
}

/** The recursion ends at the maximum depth. */
function throwIfTooDeep(folder: unknown, depth = 1): void {
  const folders = isObject<'folders'>(folder) ? folder.folders : undefined;
  if (!Array.isArray(folders)) return;
  if (depth > maxFolderDepth) {
    const reason = `root has folders nested deeper than ${maxFolderDepth} levels`;
    throw new DataSetError([{ file, reason }]);
  }
  for (const child of folders) throwIfTooDeep(child, depth + 1);
}

function toProblems(issue: z.core.$ZodIssue): readonly DataProblem[] {
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => [...issue.path, name])
      : [issue.path];
  return paths.map((path) => ({ file, reason: `${pathText(path)} ${issue.message}` }));
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path.map(stepText).join('').replace(/^\./, '');
}

function stepText(step: PropertyKey): string {
  const name = String(step);
  if (typeof step === 'number') return `[${name}]`;
  return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** For text that is not JSON: the position of its first fault, or its end if it is incomplete. Counts from 1. */
export function findJsonFault(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, faultOffset(text));
  return {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  };
}

const tokens =
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

type Expectation = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'next';
const closable: ReadonlySet<Expectation> = new Set(['valueOrEnd', 'nameOrEnd', 'next'] as const);

function faultOffset(text: string): number {
  const closers: string[] = [];
  let expectation: Expectation = 'value';
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) return at;
    const next = expectationAfter(token, expectation, closers);
    if (next === undefined) return at;
    expectation = next;
    at += token.length;
  }
}

/** Undefined when the token is not expected. `closers` are the brackets that close open values. */
function expectationAfter(
  token: string,
  expectation: Expectation,
  closers: string[],
): Expectation | undefined {
  if (token === closers.at(-1) && closable.has(expectation)) {
    closers.pop();
    return 'next';
  }
  switch (expectation) {
    case 'value':
    case 'valueOrEnd':
      if (token === '{') {
        closers.push('}');
        return 'nameOrEnd';
      }
      if (token === '[') {
        closers.push(']');
        return 'valueOrEnd';
      }
      return '}],:'.includes(token) ? undefined : 'next';
    case 'name':
    case 'nameOrEnd':
      return token.startsWith('"') ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'next':
      if (token !== ',' || closers.length === 0) return undefined;
      return closers.at(-1) === '}' ? 'name' : 'value';
  }
}
