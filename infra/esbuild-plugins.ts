// esbuild plugins that leave out, or load on first use, the code of packages that a function rarely or never runs: reading
// code takes most of a cold start.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');
const BUILTIN = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/**
 * An ES import of a built-in module evaluates all its exports, and the WebSocket export of node:http loads Node's own
 * undici: a tenth of a cold start. Properties of `require`d modules are evaluated only when they are used.
 */
const builtinsByRequire: Plugin = {
  name: 'builtins-by-require',
  setup: (build) => {
    build.onResolve({ filter: BUILTIN }, ({ path, kind }) => {
      switch (kind) {
        case 'import-statement':
          return { path, namespace: 'builtin', sideEffects: false };
        case 'dynamic-import':
          return { path, namespace: 'builtin-on-first-use', sideEffects: false };
        default:
          return null;
      }
    });
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) =>
        /^(?!default$)\w+$/.test(name),
      );
      const lines = [
        `const builtin = /* @__PURE__ */ require(${JSON.stringify(path)});`,
        'export default builtin;',
        ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`),
      ];
      return { contents: lines.join('\n'), loader: 'js' };
    });
    build.onLoad({ filter: /./, namespace: 'builtin-on-first-use' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/** Loaded at the first call: most lines fit without a break. */
const lineBreakOnFirstUse: Plugin = {
  name: 'linebreak-on-first-use',
  setup: (build) => {
    build.onResolve({ filter: /^linebreak$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'linebreak-on-first-use' } : null,
    );
    build.onLoad({ filter: /./, namespace: 'linebreak-on-first-use' }, () => ({
      contents: `export default function (text) {
        const lib = require('linebreak');
        return new (lib.default ?? lib)(text);
      }`,
      resolveDir: ROOT,
      loader: 'js',
    }));
  },
};

/** pdfkit opens fonts with it; reports embed fonts of their own. */
const withoutFontkit: Plugin = {
  name: 'without-fontkit',
  setup: (build) => {
    build.onResolve({ filter: /^fontkit$/ }, ({ path }) => ({ path, namespace: 'unused-fontkit' }));
    build.onLoad({ filter: /./, namespace: 'unused-fontkit' }, () => ({
      contents:
        "export const create = () => { throw new Error('fonts of pdfkit are not supported') };",
      loader: 'js',
    }));
  },
};

/**
 * A function on AWS has its credentials in its environment. The providers for profiles, SSO, processes and web identity
 * are for other machines, and their clients would be a tenth of the module.
 */
const credentialsOfLambda: Plugin = {
  name: 'credentials-of-lambda',
  setup: (build) => {
    const filter = /^@aws-sdk\/credential-provider-(?:ini|sso|process|web-identity)$/;
    build.onResolve({ filter }, ({ path }) => ({
      path,
      namespace: 'unused-credentials',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'unused-credentials' }, () => ({
      contents: `const none = () => () => Promise.reject(
          Object.assign(new Error('this credential provider is not part of a function'), { tryNextLink: true }));
        export { none as fromIni, none as fromSSO, none as fromProcess, none as fromTokenFile };`,
      loader: 'js',
    }));
  },
};

/** Inflates the tables of the package with Node's zlib instead of JavaScript. */
const nativeInflate = replaceModule(
  'tiny-inflate/index.js',
  `const { inflateRawSync } = require('node:zlib');
   module.exports = (from, to) => { to.set(inflateRawSync(from)); return to; };`,
);

/** pdfkit's encryption computes tables when it is loaded; reports are not encrypted. */
const withoutCiphers = replaceModule(
  '@noble/ciphers/esm/aes.js',
  "export const cbc = () => { throw new Error('encryption is not supported') }; export const ecb = cbc;",
);

/** Bindings to the C library of PostgreSQL, which are another package. */
const withoutNativePostgres = replaceModule(
  'pg/lib/native/index.js',
  "throw new Error('pg-native is not supported');",
);

/** Translations of zod's messages: @hono/zod-openapi imports all of zod, and every schema here has its own texts. */
const withoutZodLocales = replaceModule('zod/v4/locales/index.js', 'export {};');

/**
 * zod generates code for each object schema, which takes 18 ms of the first report that a process reads, and saves half a
 * millisecond of each later one.
 */
const zodWithoutGeneratedCode: Plugin = {
  name: 'zod-without-generated-code',
  setup: (build) => {
    build.onLoad({ filter: /\/node_modules\/zod\/v4\/core\/core\.js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nconfig({ jitless: true });`,
      loader: 'js',
    }));
  },
};

/** `module`: path below node_modules. */
function replaceModule(module: string, contents: string): Plugin {
  const filter = new RegExp(`/node_modules/${module.replaceAll('.', '\\.')}$`);
  return {
    name: `replace ${module}`,
    setup: (build) => {
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** pdfkit loads its standard fonts by subpath imports of its own package, which a bundle cannot resolve. Reports embed every font. */
const withoutStandardFonts: Plugin = {
  name: 'without-standard-fonts',
  setup: (build) => {
    build.onLoad({ filter: /pdfkit\.node\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replaceAll(
        /require\$1\('#standard-fonts\/(\w+)'\)/g,
        "(() => { throw new Error('standard font $1 is not supported') })()",
      );
      if (contents === source)
        throw new Error('pdfkit loads its standard fonts in another way now');
      return { contents, loader: 'js' };
    });
  },
};

/** HarfBuzz makes a `require` of its own for Node; a module of a bundle has one. */
const harfBuzzWithRequire: Plugin = {
  name: 'harfbuzz-with-require',
  setup: (build) => {
    build.onLoad({ filter: /\/node_modules\/harfbuzzjs\/dist\/harfbuzz\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(
        'const{createRequire}=await import("module");var require=createRequire(import.meta.url)',
        '',
      );
      if (contents === source)
        throw new Error('HarfBuzz loads the modules of Node in another way now');
      return { contents, loader: 'js' };
    });
  },
};

/** A program on a server runs for long, and its credentials may come from anywhere. */
const PROGRAM_PLUGINS: readonly Plugin[] = [
  builtinsByRequire,
  lineBreakOnFirstUse,
  withoutFontkit,
  harfBuzzWithRequire,
  nativeInflate,
  withoutCiphers,
  withoutZodLocales,
  withoutStandardFonts,
  withoutNativePostgres,
];

/** A module that runs in a thread or process of its own is an entry point of the release, and is found beside the others. */
function separateModules(names: readonly string[]): Plugin {
  return {
    name: 'separate-modules',
    setup: (build) => {
      build.onLoad({ filter: /\/lib\/[\w/-]*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source.replaceAll(
          /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
          (_, name: string) => {
            if (!names.includes(name)) throw new Error(`${name}.ts is not part of the release`);
            return `new URL('./${name}.mjs', import.meta.url)`;
          },
        );
        return contents === source ? null : { contents, loader: 'ts' };
      });
    },
  };
}

/** The page is built with the release, and read by the module that would build it. */
function storedPage(folder: string): Plugin {
  return {
    name: 'stored-page',
    setup: (build) => {
      build.onResolve({ filter: /\/page-bundle\/index\.ts$/ }, ({ path, kind }) =>
        kind === 'dynamic-import' ? { path, namespace: 'stored-page' } : null,
      );
      build.onLoad({ filter: /./, namespace: 'stored-page' }, () => ({
        contents: `import { join } from 'node:path';
          import { readPage } from './lib/http/page-files.ts';
          export const buildPage = () => readPage(join(import.meta.dirname, ${JSON.stringify(folder)}));`,
        resolveDir: ROOT,
        loader: 'js',
      }));
    },
  };
}

export function releasePlugins(modules: readonly string[], pageFolder: string): readonly Plugin[] {
  return [...PROGRAM_PLUGINS, separateModules(modules), storedPage(pageFolder)];
}

export const FUNCTION_PLUGINS: readonly Plugin[] = [
  ...PROGRAM_PLUGINS,
  credentialsOfLambda,
  zodWithoutGeneratedCode,
];
