// Folders of packages that no command reads: weights of fonts that no report has, and headers of Node. They are half of
// what the packages contain. Plain JavaScript for Node 20, because the launcher reads it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FONTS = '@expo-google-fonts';
/** Fonts of which reports have no bold text. */
const REGULAR_ONLY = /^noto-sans-(jp|kr|sc)$/;

/** `path`: of a folder, or of a file in it, from node_modules, with "/". */
export function isUnused(path) {
  const [scope, font, weight] = path.split('/');
  if (/^node-(linux|win)-/.test(scope)) return font === 'include';
  if (scope !== FONTS || !/^\d00/.test(weight ?? '')) return false;
  return weight !== '400Regular' && (weight !== '600SemiBold' || REGULAR_ONLY.test(font));
}

/** `packages`: node_modules. */
export function unusedFolders(packages) {
  const names = namesIn(packages).filter((name) => /^node-/.test(name));
  const fonts = namesIn(join(packages, FONTS)).map((name) => `${FONTS}/${name}`);
  return [...names, ...fonts].flatMap((name) =>
    namesIn(join(packages, name))
      .filter((folder) => isUnused(`${name}/${folder}`))
      .map((folder) => join(packages, name, folder)),
  );
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
