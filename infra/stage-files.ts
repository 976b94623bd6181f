// Reads the parameter files of the project: the defaults, and one file for each stage.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { release } from '../lib/composition/release.ts';
import { checkParameters } from './parameters.ts';

export type TextValues = Readonly<Record<string, string>>;

const Values = z.record(z.string(), z.unknown());

/** The members of a JSON file of the project, as strings; empty when the file does not exist. */
export function readTexts(path: string): TextValues {
  const file = new URL(`../${path}`, import.meta.url);
  if (!existsSync(file)) return {};
  const values = Values.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The parameters of a stage for the template, without a check. */
export function stageParameters(stage: string): TextValues {
  const defaults = readTexts('infra/defaults.json');
  const { parameters } = checkParameters(readTexts(`infra/stages/${stage}.json`), defaults);
  return { ...defaults, ...parameters, release: release() };
}
