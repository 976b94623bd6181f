// Where the font files are: beside the bundle when there is one, otherwise in their package.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FaceName } from '../operations.ts';

const FILES: Readonly<Record<FaceName, string>> = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '600SemiBold/NotoSans_600SemiBold.ttf',
};

export function readFontFile(face: FaceName): Uint8Array {
  const path = FILES[face];
  const beside = fileURLToPath(new URL(path.slice(path.indexOf('/') + 1), import.meta.url));
  if (existsSync(beside)) return readFileSync(beside);
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${path}`));
}
