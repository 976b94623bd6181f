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
const shaped = { isPlain: false, faces: BOTH } as const;
const plainFamily = { isPlain: true, faces: BOTH } as const;

export const FAMILIES = {
  sans: { package: 'noto-sans', file: 'NotoSans', characters: /./u, ...shaped },
  arabic: {
    package: 'noto-sans-arabic',
    file: 'NotoSansArabic',
    characters: /\p{scx=Arabic}/u,
    ...shaped,
  },
  hebrew: {
    package: 'noto-sans-hebrew',
    file: 'NotoSansHebrew',
    characters: /\p{scx=Hebrew}/u,
    ...shaped,
  },
  thai: { package: 'noto-sans-thai', file: 'NotoSansThai', characters: /\p{scx=Thai}/u, ...shaped },
  japanese: {
    package: 'noto-sans-jp',
    file: 'NotoSansJP',
    characters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uff60\uffe0-\uffee]/u,
    ...plainFamily,
  },
  chinese: {
    package: 'noto-sans-sc',
    file: 'NotoSansSC',
    characters: /[\p{scx=Han}\p{scx=Bopomofo}\uff00-\uff60\uffe0-\uffee]/u,
    ...plainFamily,
  },
  korean: {
    package: 'noto-sans-kr',
    file: 'NotoSansKR',
    characters: /[\p{scx=Hangul}\p{scx=Han}\uff00-\uff60\uffe0-\uffee]/u,
    ...plainFamily,
  },
  bengali: {
    package: 'noto-sans-bengali',
    file: 'NotoSansBengali',
    characters: /\p{scx=Bengali}/u,
    ...shaped,
  },
  tamil: {
    package: 'noto-sans-tamil',
    file: 'NotoSansTamil',
    characters: /\p{scx=Tamil}/u,
    ...shaped,
  },
  georgian: {
    package: 'noto-sans-georgian',
    file: 'NotoSansGeorgian',
    characters: /\p{scx=Georgian}/u,
    ...plainFamily,
  },
  armenian: {
    package: 'noto-sans-armenian',
    file: 'NotoSansArmenian',
    characters: /\p{scx=Armenian}/u,
    ...plainFamily,
  },
  ethiopic: {
    package: 'noto-sans-ethiopic',
    file: 'NotoSansEthiopic',
    characters: /\p{scx=Ethiopic}/u,
    ...plainFamily,
  },
  emoji: {
    package: 'noto-emoji',
    file: 'NotoEmoji',
    characters: /[\p{Emoji}\p{Extended_Pictographic}\p{RI}\u20e3]/u,
    ...shaped,
  },
  symbols: {
    package: 'noto-sans-symbols',
    file: 'NotoSansSymbols',
    characters: /[\p{S}\p{N}\p{P}]/u,
    ...plainFamily,
  },
  symbols2: {
    package: 'noto-sans-symbols-2',
    file: 'NotoSansSymbols2',
    characters: /[\p{S}\p{N}\p{P}]/u,
    isPlain: true,
    faces: ['regular'],
  },
} as const satisfies Record<string, Family>;

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
