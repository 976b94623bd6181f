// The font families by script. To support another script, add a line here and its package.
import type { FaceName } from '../../../charts/theme.ts';

export type FamilyName = keyof typeof FAMILIES;

export interface Family {
  /** Name of the package in @expo-google-fonts. */
  readonly package: string;
  /** The prefix of its file names. */
  readonly file: string;
  /** The characters that the family is tried for. */
  readonly characters: RegExp;
  /** Whether every character is one glyph, without joining, stacking or kerning. */
  readonly isPlain: boolean;
  /** Some families have no bold face. */
  readonly faces: readonly FaceName[];
}

const BOTH = ['regular', 'bold'] as const;

/** A family with joining, stacking or kerning. */
function shapedFamily(name: string, file: string, characters: RegExp): Family {
  return { package: name, file, characters, isPlain: false, faces: BOTH };
}

function plainFamily(
  name: string,
  file: string,
  characters: RegExp,
  faces: readonly FaceName[] = BOTH,
): Family {
  return { package: name, file, characters, isPlain: true, faces };
}

export const FAMILIES = {
  sans: shapedFamily('noto-sans', 'NotoSans', /./u),
  arabic: shapedFamily('noto-sans-arabic', 'NotoSansArabic', /\p{scx=Arabic}/u),
  hebrew: shapedFamily('noto-sans-hebrew', 'NotoSansHebrew', /\p{scx=Hebrew}/u),
  thai: shapedFamily('noto-sans-thai', 'NotoSansThai', /\p{scx=Thai}/u),
  japanese: plainFamily(
    'noto-sans-jp',
    'NotoSansJP',
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  chinese: plainFamily(
    'noto-sans-sc',
    'NotoSansSC',
    /[\p{scx=Han}\p{scx=Bopomofo}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  korean: plainFamily(
    'noto-sans-kr',
    'NotoSansKR',
    /[\p{scx=Hangul}\p{scx=Han}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  bengali: shapedFamily('noto-sans-bengali', 'NotoSansBengali', /\p{scx=Bengali}/u),
  tamil: shapedFamily('noto-sans-tamil', 'NotoSansTamil', /\p{scx=Tamil}/u),
  georgian: plainFamily('noto-sans-georgian', 'NotoSansGeorgian', /\p{scx=Georgian}/u),
  armenian: plainFamily('noto-sans-armenian', 'NotoSansArmenian', /\p{scx=Armenian}/u),
  ethiopic: plainFamily('noto-sans-ethiopic', 'NotoSansEthiopic', /\p{scx=Ethiopic}/u),
  emoji: shapedFamily(
    'noto-emoji',
    'NotoEmoji',
    /[\p{Emoji}\p{Extended_Pictographic}\p{RI}\u20e3]/u,
  ),
  symbols: plainFamily('noto-sans-symbols', 'NotoSansSymbols', /[\p{S}\p{N}\p{P}]/u),
  symbols2: plainFamily('noto-sans-symbols-2', 'NotoSansSymbols2', /[\p{S}\p{N}\p{P}]/u, [
    'regular',
  ]),
};

const WEIGHTS: Readonly<Record<FaceName, string>> = { regular: '400Regular', bold: '600SemiBold' };

/** `path`: for `require.resolve`; `name`: of the file, which lies next to a bundled module. `face`: one that the family has. */
export function fontFileOf(
  { package: name, file }: Family,
  face: FaceName,
): { readonly path: string; readonly name: string } {
  const fileName = `${file}_${WEIGHTS[face]}.ttf`;
  return { path: `@expo-google-fonts/${name}/${WEIGHTS[face]}/${fileName}`, name: fileName };
}

export const FAMILY_NAMES: readonly FamilyName[] = Object.keys(FAMILIES).filter(
  (name): name is FamilyName => name in FAMILIES,
);

/** Characters with emoji presentation; other emoji are shown as text by default. */
const EMOJI = /[\p{Emoji_Presentation}\p{RI}\ufe0f]/u;
const HAN = /\p{scx=Han}/u;

export function isHan(cluster: string): boolean {
  return HAN.test(cluster);
}

/** The families to try for a grapheme, in order. `hanOrder`: those for ideographs; empty for other graphemes. */
export function familiesFor(
  cluster: string,
  hanOrder: readonly FamilyName[],
): readonly FamilyName[] {
  const families = FAMILY_NAMES.filter(
    (name) => name !== 'sans' && FAMILIES[name].characters.test(cluster),
  );
  const ordered = [...hanOrder, ...families.filter((name) => !hanOrder.includes(name))];
  return EMOJI.test(cluster) ? ['emoji', 'sans', ...ordered] : ['sans', ...ordered];
}

const HANGUL = /\p{sc=Hangul}/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Han ideographs are shared by languages that draw them differently: a text with Hangul is Korean, with kana Japanese;
 * any other text is Japanese when that family has all of its ideographs, and otherwise Chinese.
 */
export function hanFamilies(
  text: string,
  has: (family: FamilyName, text: string) => boolean,
): readonly FamilyName[] {
  if (HANGUL.test(text)) return ['korean', 'japanese', 'chinese'];
  if (KANA.test(text)) return ['japanese', 'chinese', 'korean'];
  const ideographs = Array.from(text.matchAll(/\p{sc=Han}/gu), ([ideograph]) => ideograph).join('');
  return has('japanese', ideographs)
    ? ['japanese', 'chinese', 'korean']
    : ['chinese', 'japanese', 'korean'];
}
