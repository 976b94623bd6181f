// Builds the release: a folder that Node runs without any other package, and the package of it that npm installs.
//   node infra/release.ts [FOLDER]      default: dist/release; FOLDER.tgz is written beside it
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { buildPage, describePackages } from '../lib/adapters/page-bundle/index.ts';
import { addResources, bundleModules, PAGE_FOLDER, ROOT } from './bundle-function.ts';
import { billOfMaterials } from './bundle.ts';
import { releasePlugins } from './esbuild-plugins.ts';

/** The entry points: the program, and the modules that run in a thread or process of their own. */
const MODULES = {
  main: join(ROOT, 'functions/cli/main.ts'),
  'render-thread': join(ROOT, 'lib/adapters/pdf/render-thread.ts'),
  'import-process': join(ROOT, 'lib/feedback-service/data-set/import-process.ts'),
  'read-thread': join(ROOT, 'lib/feedback-service/reading/read-thread.ts'),
};
const START_FILE = 'feedback-reports.mjs';
/** The oldest Node that runs the release. */
const OLDEST_NODE = '22.19';
const DOCUMENTS = ['LICENSE', 'CHANGELOG.md'];
/** Read by users of the release; those of its sources stay there. */
const GUIDES =
  /^(analysts|commands|delivery|feedback-service|figures|glossary|http-api|library|limits|operations)\.md$/;
/** What runs the server; the image is built from the sources. */
const SERVER_FILES = /\.(yaml|service|timer)$/;

const NODE_OPTIONS = z.object({ everyCommand: z.array(z.string()) });
/** What the package of the release has in common with this one. */
const MANIFEST = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
});
const PACKED = z.tuple([z.object({ filename: z.string(), size: z.number() })]);

export interface Release {
  /** The package as a file. */
  readonly archive: string;
  readonly bytes: number;
}

/** The same source gives the same bytes. */
export async function buildRelease(folder: string): Promise<Release> {
  const isRelease = existsSync(join(folder, START_FILE));
  if (!isRelease && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} has other files than a release`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = await buildPage();
  const target = {
    folder,
    mapsFolder: null,
    node: Number.parseInt(OLDEST_NODE, 10),
    plugins: releasePlugins(Object.keys(MODULES), PAGE_FOLDER),
  };
  const modules = await bundleModules(target, MODULES);
  const packages = await addResources(target, { modules, rendersPdf: true, page });
  writeFileSync(join(folder, 'sbom.json'), billOfMaterials(describePackages(packages)));
  writeFileSync(join(folder, START_FILE), startFile(), { mode: 0o755 });
  for (const name of DOCUMENTS) copyFileSync(join(ROOT, name), join(folder, name));
  copyFiles('docs', join(folder, 'docs'), GUIDES);
  copyFiles('infra/server', join(folder, 'server'), SERVER_FILES);
  const readme = readFileSync(join(import.meta.dirname, 'release-readme.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), readme.replace('OLDEST_NODE', OLDEST_NODE));
  writeFileSync(join(folder, 'package.json'), releaseManifest());
  return pack(folder);
}

function copyFiles(from: string, to: string, names: RegExp): void {
  mkdirSync(to);
  for (const name of readdirSync(join(ROOT, from)).filter((file) => names.test(file))) {
    copyFileSync(join(ROOT, from, name), join(to, name));
  }
}

/** With the options that the launcher of the checkout gives to Node. */
function startFile(): string {
  const { everyCommand } = NODE_OPTIONS.parse(readJson('functions/cli/node-options.json'));
  // Node 22 warns of its SQLite.
  const options = ['--disable-warning=ExperimentalWarning', ...everyCommand].join(' ');
  const source = readFileSync(join(import.meta.dirname, 'release-start.mjs'), 'utf8').replace(
    /(?<=const oldest = ').*(?=')/,
    OLDEST_NODE,
  );
  return `#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node ${options} --\n${source}`;
}

function releaseManifest(): string {
  // Of the workflow that publishes it: npm compares it with the provenance.
  const { GITHUB_REPOSITORY: repository } = process.env;
  const manifest = {
    ...MANIFEST.parse(readJson('package.json')),
    ...(repository === undefined
      ? {}
      : { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    bin: { 'feedback-reports': START_FILE },
    engines: { node: `>=${OLDEST_NODE}` },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** npm writes the same bytes for the same files: their times and owners are not part of a package. */
function pack(folder: string): Release {
  const destination = dirname(folder);
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm could not pack the release: ${stderr}`);
  const [{ filename, size }] = PACKED.parse(JSON.parse(stdout));
  const archive = `${folder}.tgz`;
  renameSync(join(destination, filename), archive);
  return { archive, bytes: size };
}

if (import.meta.main) {
  const { archive, bytes } = await buildRelease(resolve(process.argv[2] ?? 'dist/release'));
  process.stdout.write(`${archive} ${(bytes / 1024 / 1024).toFixed(1)} MiB\n`);
}
