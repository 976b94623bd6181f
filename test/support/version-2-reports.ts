// Reports of version "2", as release 0.1.0 stored them.
import { readFileSync } from 'node:fs';
import { jsonReader } from '../../lib/adapters/json/index.ts';
import type { Report } from '../../lib/domain/report.ts';

const FILES = {
  store: '21/a3ccf26b28bf89b28b1d10a3.json',
  region: '1/9a194e400c1b06111b273982.json',
} as const;

export const VERSION_2_REPORTS = ['store', 'region'] as const;

export function readVersion2Report(name: keyof typeof FILES): Report {
  const folders = '../fixtures/stored-reports/0.1.0/weeks/2026-W46/folders/';
  return jsonReader().read(readFileSync(new URL(`${folders}${FILES[name]}`, import.meta.url)));
}
