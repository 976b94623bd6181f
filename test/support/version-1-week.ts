// Makes a stored week a week of version "1": removes what that version did not have from its reports.
import type { WeekStatusContext } from '../../lib/jobs/week-status.ts';
import {
  contentName,
  findManifest,
  folderPrefix,
  JSON_ATTRIBUTES,
  manifestKey,
  sha256Of,
} from '../../lib/reports/report-repository.ts';
import { replaceBytes } from './archive.ts';

type Json = Readonly<Record<string, unknown>>;

const ADDED = {
  summary: ['closed', 'alarm', 'questions', 'places', 'attention'],
  group: ['level', 'common', 'standard', 'spread', 'spread4', 'why', 'rest', 'parts', 'leaves'],
  survey: [
    'level',
    'history',
    'silent',
    'volume',
    'reason',
    'parts',
    'badMinutes',
    'goodMinutes',
    'alarm',
  ],
  subfolder: ['trend'],
  option: ['shareLower', 'shareUpper', 'shareShown', 'named', 'asking', 'shared', 'questions'],
} as const;

/** A report as version "1" wrote it. */
export function toVersion1(report: Json): Json {
  const options = (value: unknown): unknown => mapItems(value, (o) => without(o, ADDED.option));
  return {
    ...report,
    reportVersion: '1',
    summary: summaryOf(report['summary']),
    surveys: mapItems(report['surveys'], (survey) => ({
      ...without(survey, ADDED.survey),
      painPoints: options(survey['painPoints']),
      highlights: options(survey['highlights']),
    })),
    subfolders: mapItems(report['subfolders'], (subfolder) => ({
      ...without(subfolder, ADDED.subfolder),
      summary: summaryOf(subfolder['summary']),
    })),
    painPoints: options(report['painPoints']),
    highlights: options(report['highlights']),
  };
}

/** Replaces the JSON files of committed reports by those of version "1", and their manifests. */
export async function downgradeReports(
  archive: WeekStatusContext,
  week: string,
  folders: readonly number[],
): Promise<void> {
  for (const folder of folders) {
    const id = { week, folder };
    const manifest = await findManifest(archive, id);
    if (manifest === null) throw new TypeError(`no report of folder ${folder}`);
    const { json } = manifest.files;
    const object = await archive.store.read(json.key);
    const report: unknown = JSON.parse(new TextDecoder().decode(object?.bytes));
    if (!isObject(report)) throw new TypeError(`no report of folder ${folder}`);
    const bytes = new TextEncoder().encode(JSON.stringify(toVersion1(report)));
    const sha256 = sha256Of(bytes);
    const key = `${folderPrefix(id)}${contentName(sha256)}.json`;
    await archive.store.remove(json.key);
    await archive.store.create(key, bytes, JSON_ATTRIBUTES);
    const file = { key, bytes: bytes.byteLength, sha256 };
    const changed = { ...manifest, files: { ...manifest.files, json: file } };
    await replaceBytes(archive.store, manifestKey(id), archive.manifests.encode(changed));
  }
}

/** The paths of all fields of a document; items of a list share a path. */
export function fieldPaths(value: unknown, path = ''): ReadonlySet<string> {
  const paths = new Set<string>(path === '' ? [] : [path]);
  const inner = Array.isArray(value)
    ? value.map((item: unknown) => fieldPaths(item, `${path}[]`))
    : isObject(value)
      ? Object.entries(value).map(([key, item]) => fieldPaths(item, `${path}.${key}`))
      : [];
  for (const some of inner) for (const one of some) paths.add(one);
  return paths;
}

function summaryOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const summary = without(value, ADDED.summary);
  return { ...summary, groups: mapItems(summary['groups'], (g) => without(g, ADDED.group)) };
}

function without(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function mapItems(value: unknown, map: (item: Json) => unknown): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown) => (isObject(item) ? map(item) : item))
    : value;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
