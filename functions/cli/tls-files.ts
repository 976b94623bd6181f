// The options --tls-cert and --tls-key of servers, whose files can be read again while they run.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import type { TlsFiles } from '../../lib/http/local/local-server.ts';
import type { ParsedArguments } from './arguments.ts';

type Values = ParsedArguments['values'];

export function hasTlsOptions(values: Values): boolean {
  return values.has('tls-cert') || values.has('tls-key');
}

/** Null without the options, and with problems. */
export function readTlsOptions(values: Values, problems: ConfigProblem[]): TlsFiles | null {
  if (!hasTlsOptions(values)) return null;
  const names = ['tls-cert', 'tls-key'] as const;
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined) {
    const present = missing === 'tls-cert' ? 'tls-key' : 'tls-cert';
    problems.push({ name: `--${present}`, problem: `requires --${missing}` });
    return null;
  }
  const paths = names.map((name) => values.get(name) ?? '');
  // An option without its value is already among the problems of the arguments.
  if (paths.includes('')) return null;
  const unreadable = names.filter((name) => readText(values.get(name) ?? '') === null);
  for (const name of unreadable) {
    problems.push({ name: `--${name}`, problem: 'names a file that cannot be read' });
  }
  if (unreadable.length > 0) return null;
  const tls = readTlsFiles(values);
  if (tls === null) {
    const problem = 'and --tls-key must be a certificate in PEM and its private key';
    problems.push({ name: '--tls-cert', problem });
  }
  return tls;
}

/** Null when the files are not a certificate and its key. */
export function readTlsFiles(values: Values): TlsFiles | null {
  const cert = readText(values.get('tls-cert') ?? '');
  const key = readText(values.get('tls-key') ?? '');
  if (cert === null || key === null) return null;
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
