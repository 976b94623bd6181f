// What packages bring along and a function never uses, left out of its module or put off until it is used: most of a
// cold start is the reading of code. It hides the names and the ways of the packages.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { latinFaceOf, prepare } from '../lib/adapters/pdf/fonts/latin-face.ts';
import { openedFont } from '../lib/adapters/pdf/fonts/open-fonts.ts';
import type { FaceName } from '../lib/charts/draw-operations.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUILTIN = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/**
 * An import of one of Node's own modules reads everything that it exports, and node:http exports a WebSocket, for which
 * Node loads its own undici: a tenth of a cold start. `require` gives what is asked for.
 */
const builtinsByRequire: Plugin = {
  name: 'builtins-by-require',
  setup: (build) => {
    build.onResolve({ filter: BUILTIN }, ({ path, kind }) => {
      switch (kind) {
        case 'import-statement':
          return { path, namespace: 'builtin', sideEffects: false };
        case 'dynamic-import':
          return { path, namespace: 'builtin-later', sideEffects: false };
        default:
          return null;
      }
    });
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) =>
        /^(?!default$)\w+$/.test(name),
      );
      const lines = [
        `const it = /* @__PURE__ */ require(${JSON.stringify(path)});`,
        'export default it;',
        ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => it.${name})();`),
      ];
      return { contents: lines.join('\n'), loader: 'js' };
    });
    build.onLoad({ filter: /./, namespace: 'builtin-later' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/** The report's own faces are cut and measured here and not at each cold start. */
const preparedFaces: Plugin = {
  name: 'prepared-faces',
  setup: (build) => {
    const text = (face: FaceName): string =>
      JSON.stringify(JSON.stringify(prepare(latinFaceOf(openedFont('sans', face).font))));
    build.onLoad({ filter: /\/pdf\/fonts\/prepared\.ts$/ }, () => ({
      contents: `const faces = { regular: ${text('regular')}, bold: ${text('bold')} };
        export const preparedFace = (name) => JSON.parse(faces[name]);`,
      loader: 'js',
    }));
  },
};

/** Loaded when they are first called: a report in Latin letters needs no fontkit. */
const LATER: Readonly<Record<string, string>> = {
  fontkit: 'export const create = (...all) => load().create(...all);',
  linebreak:
    'export default function (text) { const it = load(); return new (it.default ?? it)(text); }',
};
/** Of those, the ones that are files of their own beside a module that draws: who doesn't need them reads none of them. */
export const SEPARATE_PACKAGES: readonly string[] = ['fontkit'];

/** Where a module finds a package that lies beside it. */
export function separateFile(name: string): string {
  return `./${name}.cjs`;
}

const whenUsed: Plugin = {
  name: 'when-used',
  setup: (build) => {
    const filter = new RegExp(`^(?:${Object.keys(LATER).join('|')})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'when-used' } : null,
    );
    build.onLoad({ filter: /./, namespace: 'when-used' }, ({ path }) => {
      const from = SEPARATE_PACKAGES.includes(path) ? separateFile(path) : path;
      return {
        contents: `const load = () => require('${from}');\n${LATER[path] ?? ''}`,
        resolveDir: ROOT,
        loader: 'js',
      };
    });
    build.onResolve({ filter: /^\.\//, namespace: 'when-used' }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/**
 * A function on AWS has its credentials in its environment. Those of profiles, of somebody who signed in, of programs
 * and of files are on other machines, and their clients would be a tenth of the module.
 */
const credentialsOfLambda: Plugin = {
  name: 'credentials-of-lambda',
  setup: (build) => {
    const filter = /^@aws-sdk\/credential-provider-(?:ini|sso|process|web-identity)$/;
    build.onResolve({ filter }, ({ path }) => ({
      path,
      namespace: 'credentials-elsewhere',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'credentials-elsewhere' }, () => ({
      contents: `const none = () => () => Promise.reject(
          Object.assign(new Error('only for other machines than those of functions'), { tryNextLink: true }));
        export { none as fromIni, none as fromSSO, none as fromProcess, none as fromTokenFile };`,
      loader: 'js',
    }));
  },
};

/** Its tables come deflated, and are inflated by JavaScript where Node could do it. */
const nativeInflate = standIn(
  'tiny-inflate/index.js',
  `const { inflateRawSync } = require('node:zlib');
   module.exports = (from, to) => { to.set(inflateRawSync(from)); return to; };`,
);

/** Unpacks WOFF2, which no font of ours is; its dictionary alone would be a fifth of the module. */
const withoutBrotli = standIn(
  'brotli/decompress.js',
  "module.exports = () => { throw new Error('no WOFF2 here') };",
);

/** pdfkit's encryption makes tables when it is loaded; nothing of ours is encrypted. */
const withoutCiphers = standIn(
  '@noble/ciphers/esm/aes.js',
  "export const cbc = () => { throw new Error('no cipher here') }; export const ecb = cbc;",
);

/** `module`: the end of its path. */
function standIn(module: string, contents: string): Plugin {
  const filter = new RegExp(`/node_modules/${module.replaceAll('.', '\\.')}$`);
  return {
    name: `instead of ${module}`,
    setup: (build) => {
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** pdfkit asks for its standard fonts by a name that only its own package knows; every font of ours is embedded. */
const withoutStandardFonts: Plugin = {
  name: 'without-standard-fonts',
  setup: (build) => {
    build.onLoad({ filter: /pdfkit\.node\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replaceAll(
        /require\$1\('#standard-fonts\/(\w+)'\)/g,
        "(() => { throw new Error('no standard font $1 here') })()",
      );
      if (contents === source) throw new Error('pdfkit no longer asks for standard fonts this way');
      return { contents, loader: 'js' };
    });
  },
};

export const BUNDLE_PLUGINS: readonly Plugin[] = [
  builtinsByRequire,
  preparedFaces,
  whenUsed,
  credentialsOfLambda,
  nativeInflate,
  withoutBrotli,
  withoutCiphers,
  withoutStandardFonts,
];
