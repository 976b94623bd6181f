// What the packaging of functions needs from this adapter.
import { createRequire } from 'node:module';
import type { Family } from './fonts/families.ts';
import { FAMILIES, fontFileOf } from './fonts/families.ts';

export interface PdfResource {
  readonly package: string;
  /** Path of the file in its package. */
  readonly source: string;
  /** Path relative to the bundled module, where the adapter looks for the file. */
  readonly target: string;
}

const require = createRequire(import.meta.url);

/** The fonts and the WebAssembly of HarfBuzz, which are read at run time and cannot be part of the module. */
export function listPdfResources(): readonly PdfResource[] {
  const families: readonly Family[] = Object.values(FAMILIES);
  const fonts = families.flatMap((family) =>
    family.faces.map((face) => {
      const { path, name } = fontFileOf(family, face);
      return {
        package: `@expo-google-fonts/${family.package}`,
        source: require.resolve(path),
        target: name,
      };
    }),
  );
  return [
    ...fonts,
    {
      package: 'harfbuzzjs',
      source: require.resolve('harfbuzzjs/dist/harfbuzz.wasm'),
      target: 'harfbuzz.wasm',
    },
  ];
}
