// Folders of installed packages that no command reads: weights of fonts that no report has, and headers of Node. They are half of
// the installation. Plain JavaScript for Node 20, because the launcher reads it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FONTS = '@expo-google-fonts';
/** Fonts of which reports have no bold text. */
const REGULAR_ONLY = /^noto-sans-(jp|kr|sc)$/;

/** `packages`: node_modules. */
export function unusedFolders(packages) {
  const headers = namesIn(packages)
    .filter((name) => /^node-(linux|win)-/.test(name))
    .map((name) => join(packages, name, 'include'))
    .filter((folder) => existsSync(folder));
  const fonts = join(packages, FONTS);
  const weights = namesIn(fonts).flatMap((font) =>
    namesIn(join(fonts, font))
      .filter((weight) => /^\d00/.test(weight) && !isUsed(font, weight))
      .map((weight) => join(fonts, font, weight)),
  );
  return [...headers, ...weights];
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function isUsed(font, weight) {
  return weight === '400Regular' || (weight === '600SemiBold' && !REGULAR_ONLY.test(font));
}
