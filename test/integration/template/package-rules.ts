// The rule on packages, S16: which files may be in one, and what may not be written in them.
import { ROOT } from '../../../infra/bundle-function.ts';
import type { PackedFile } from './read-zip.ts';

const MODULE = /^(index\.mjs|THIRD-PARTY-NOTICES\.txt)$/;
const DRAWN_WITH = /^(Noto[A-Za-z0-9]+_(400Regular|600SemiBold)\.ttf|harfbuzz\.wasm)$/;
/** Names that change with their content, each with what it is compressed to. */
const PAGE =
  /^page\/(index\.json|[A-Za-z0-9-]+-[A-Za-z0-9]{8}\.(woff2|(js|css|svg|txt)(\.(br|gzip))?))$/;
const TEXT = /\.([mc]?js|css|json|svg|txt)$/;

const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['a source map', /\/[/*]# sourceMappingURL=/],
  ['an access key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a name of a font that is not in it', /#standard-fonts\//],
  ['a folder of the machine that made it', new RegExp(RegExp.escape(ROOT))],
];

export function packageFaults(
  files: readonly PackedFile[],
  { draws, serves }: { readonly draws: boolean; readonly serves: boolean },
): readonly string[] {
  return [
    ...files
      .filter(
        ({ name }) =>
          !MODULE.test(name) && !(draws && DRAWN_WITH.test(name)) && !(serves && PAGE.test(name)),
      )
      .map(({ name }) => `${name} does not belong in it`),
    ...files
      .filter(({ name }) => TEXT.test(name))
      .flatMap(({ name, bytes }) => {
        const text = Buffer.from(bytes).toString('utf8');
        return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(
          ([what]) => `${name} holds ${what}`,
        );
      }),
  ];
}
