// Where the font files are: beside the bundle when there is one, otherwise in their packages.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FaceName } from '../../../charts/theme.ts';
import type { Family } from './families.ts';

const WEIGHTS: Readonly<Record<FaceName, string>> = { regular: '400Regular', bold: '600SemiBold' };

/** The bold of a family that has none is its regular. */
export function readFontFile(family: Family, face: FaceName): Buffer {
  const weight = WEIGHTS[family.faces.includes(face) ? face : 'regular'];
  const file = `${family.file}_${weight}.ttf`;
  const beside = fileURLToPath(new URL(file, import.meta.url));
  if (existsSync(beside)) return readFileSync(beside);
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve(`@expo-google-fonts/${family.package}/${weight}/${file}`));
}
