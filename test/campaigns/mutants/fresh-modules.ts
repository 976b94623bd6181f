// Reloads the project's modules for every mutant, so that constants, schemas and caches are created while it is active.
// Source files are read and stripped of types once.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TEST_MODULE = new URL('./test-module.ts', import.meta.url).href;
const sources = new Map<string, string>();
let generation = 0;

/** Makes imports below `root` use the generation of the importing file, and replaces node:test. */
export function installHooks(root: string, onSource: (file: string, source: string) => void): void {
  const base = pathToFileURL(`${root}/`).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test' && context.parentURL?.startsWith(base) === true) {
        return { url: TEST_MODULE, format: 'module', shortCircuit: true };
      }
      const resolved = next(specifier, context);
      const parent = context.parentURL ?? '';
      if (!parent.startsWith(base) || !isOurs(resolved.url, base)) return resolved;
      const query = new URL(parent).search;
      return query === '' ? resolved : { ...resolved, url: `${resolved.url}${query}` };
    },
    load(url, context, next) {
      if (!isOurs(url, base) || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
      const file = fileURLToPath(url);
      let source = sources.get(file);
      if (source === undefined) {
        const text = readFileSync(file, 'utf8');
        onSource(file, text);
        source = stripTypeScriptTypes(text);
        sources.set(file, source);
      }
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

function isOurs(url: string, base: string): boolean {
  return url.startsWith(base) && !url.includes('/node_modules/');
}

/** Imports a file and all project modules that it needs in a new generation. */
export function importFresh(file: string): Promise<unknown> {
  generation += 1;
  return import(`${pathToFileURL(file).href}?generation=${String(generation)}`);
}
