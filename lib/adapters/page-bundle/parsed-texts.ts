// An esbuild plugin that parses the texts of the page when it is built: the parser would be a tenth of the first script.
import { readFile } from 'node:fs/promises';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'esbuild';

const PARSER = '@formatjs/icu-messageformat-parser';

export const parsedTexts: Plugin = {
  name: 'parsed-texts',
  setup: (build) => {
    // The page has no other JSON. Paths contain backslashes on Windows.
    build.onLoad({ filter: /\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(parseTexts(await readFile(path, 'utf8'))),
      loader: 'json',
    }));
    build.onResolve({ filter: new RegExp(`^${PARSER}$`) }, ({ resolveDir, kind }) =>
      build.resolve(`${PARSER}/no-parser.js`, { resolveDir, kind }),
    );
  },
};

/** Without the entries for translators. */
function parseTexts(source: string): Readonly<Record<string, unknown>> {
  const texts: unknown = JSON.parse(source);
  return Object.fromEntries(
    Object.entries<unknown>({ ...(typeof texts === 'object' ? texts : {}) })
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, text]) => [
        key,
        typeof text === 'string' && text.includes('{') ? parse(text, { ignoreTag: true }) : text,
      ]),
  );
}
