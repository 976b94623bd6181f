// Reads font files: next to the bundle when the program is bundled, otherwise from their packages.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FaceName } from '../../../charts/theme.ts';
import type { Family } from './families.ts';

const WEIGHTS: Readonly<Record<FaceName, string>> = { regular: '400Regular', bold: '600SemiBold' };

/** `face`: one that the family has. */
export function readFontFile(family: Family, face: FaceName): Buffer {
  const weight = WEIGHTS[face];
  const file = `${family.file}_${weight}.ttf`;
  const bundledPath = fileURLToPath(new URL(file, import.meta.url));
  if (existsSync(bundledPath)) return readFileSync(bundledPath);
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve(`@expo-google-fonts/${family.package}/${weight}/${file}`));
}
