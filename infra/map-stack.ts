// Shows the stacks of log lines with the files and lines of the source.
//   npm run --silent stack [FUNCTION] < LINES      FUNCTION: of lines that do not name theirs, e.g. make-report
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { tryParseJson } from '../lib/shared/try-parse-json.ts';
import { MAPS_FOLDER } from './bundle.ts';
import { ROOT } from './bundle-function.ts';

/** A line of a function, or of Lambda about an error that no code caught. */
const LogLine = z.object({
  function: z.string().optional(),
  release: z.string().optional(),
  error: z.string().optional(),
  errorType: z.string().optional(),
  stack: z.union([
    z.string().transform((stack) => stack.split(' | ')),
    z.array(z.string()).transform((frames) => frames.filter((frame) => /^\s*at /.test(frame))),
  ]),
});

const BillOfMaterials = z.object({
  metadata: z.object({ component: z.object({ version: z.string() }) }),
});

/** The stack of a log line, a frame a line; null for a line without one. `folder`: of the packages. */
export function mapStack(line: string, folder: string, defaultFunction = ''): string | null {
  // CloudWatch's own fields may come first.
  const parsed = LogLine.safeParse(tryParseJson(line.slice(line.indexOf('{'))));
  if (!parsed.success) return null;
  const { function: name = defaultFunction, release, error, errorType, stack } = parsed.data;
  const packaged = packagedRelease(folder);
  const warnings =
    release === undefined || release === packaged
      ? []
      : [`  the maps are of ${packaged}: check out the commit of the line, then npm run bundle`];
  const title = [name, error ?? errorType, release].filter((part) => part !== undefined).join(' ');
  const frames = stack.map((frame) => `  ${mapFrame(frame.trim(), folder, name)}`);
  return [title, ...warnings, ...frames].join('\n');
}

function mapFrame(frame: string, folder: string, name: string): string {
  return frame.replace(
    /[^\s()]*\/([\w-]+\.[cm]js):(\d+):(\d+)/,
    (place: string, file: string, line: string, column: string) => {
      const map = join(folder, MAPS_FOLDER, name, `${file}.map`);
      if (!existsSync(map)) return place;
      const payload = Payload.parse(JSON.parse(readFileSync(map, 'utf8')));
      const origin = new SourceMap(payload).findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) return place;
      const source = relative(ROOT, resolve(folder, name, origin.fileName));
      return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
    },
  );
}

/** esbuild leaves out the name of the file, and the sources themselves are in the project. */
const Payload = z.object({
  version: z.number(),
  file: z.string().default(''),
  sourceRoot: z.string().default(''),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
});

function packagedRelease(folder: string): string {
  const text = readFileSync(join(folder, 'sbom.json'), 'utf8');
  return BillOfMaterials.parse(JSON.parse(text)).metadata.component.version;
}

if (import.meta.main) {
  const folder = join(ROOT, 'dist');
  if (!existsSync(join(folder, MAPS_FOLDER))) {
    process.stderr.write('There are no source maps: run npm run bundle first.\n');
    process.exit(2);
  }
  const lines = (await text(process.stdin)).split('\n');
  const stacks = lines.flatMap((line) => mapStack(line, folder, process.argv[2]) ?? []);
  if (stacks.length === 0) process.stderr.write('No line has a stack.\n');
  for (const stack of stacks) process.stdout.write(`${stack}\n`);
  process.exitCode = stacks.length === 0 ? 1 : 0;
}
