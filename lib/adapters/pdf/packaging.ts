// What the packaging of functions needs from this adapter. It is a second entry point: a function at run time must not
// load the code that prepares fonts.
import { createRequire } from 'node:module';
import type { FaceName } from '../../charts/theme.ts';
import { FAMILIES, fontFileOf } from './fonts/families.ts';
import { createLatinFace } from './fonts/latin-face.ts';
import { getFont } from './fonts/open-fonts.ts';

export interface PdfResource {
  readonly package: string;
  /** Path of the file in its package. */
  readonly source: string;
  /** Path relative to the bundled module, where the adapter looks for the file. */
  readonly target: string;
}

const require = createRequire(import.meta.url);

/** The font files, which are read at run time and cannot be part of the module. */
export function listPdfResources(): readonly PdfResource[] {
  return Object.values(FAMILIES).flatMap((family) =>
    family.faces.map((face) => {
      const { path, name } = fontFileOf(family, face);
      return {
        package: `@expo-google-fonts/${family.package}`,
        source: require.resolve(path),
        target: name,
      };
    }),
  );
}

/** The module whose source is replaced in a bundle by `preparedFacesSource`. */
export const PREPARED_FACES_MODULE = require.resolve('./fonts/prepared-fonts.ts');

/** The metrics and letters of the Latin faces as a module, so that a cold start opens no font for Latin text. */
export function preparedFacesSource(): string {
  const face = (name: FaceName): string =>
    JSON.stringify(JSON.stringify(createLatinFace(getFont('sans', name).font)));
  return `const faces = { regular: ${face('regular')}, bold: ${face('bold')} };
export const preparedFace = (name) => JSON.parse(faces[name]);`;
}
