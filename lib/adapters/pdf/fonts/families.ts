// The font families by script. To support another script, add a line here and its package.
import type { FaceName } from '../../../charts/theme.ts';

export type FamilyName = keyof typeof FAMILIES;

export interface Family {
  /** Name of the package in @expo-google-fonts. */
  readonly package: string;
  /** The prefix of its file names. */
  readonly file: string;
  /** The characters that the family is tried for first. */
  readonly characters: RegExp;
  /** The script of its texts (ISO 15924); null for the base font, which has several. */
  readonly script: string | null;
  /** Without a bold face, bold text is drawn with an outline. */
  readonly faces: readonly FaceName[];
  /** Whether spaces, digits and signs between its letters use it too. */
  readonly hasOwnSigns: boolean;
}

const BOTH = ['regular', 'bold'] as const;
const ONE = ['regular'] as const;

/** The family of a script with letters of its own. */
function scriptFamily(name: string, file: string, script: string, characters: RegExp): Family {
  return { package: name, file, characters, script, faces: BOTH, hasOwnSigns: true };
}

/** A family of signs or of ideographs. Those of ideographs and emoji are large, and have one face. */
function signFamily(
  name: string,
  file: string,
  script: string,
  characters: RegExp,
  faces: readonly FaceName[] = ONE,
): Family {
  return { package: name, file, characters, script, faces, hasOwnSigns: false };
}

export const FAMILIES = {
  sans: {
    package: 'noto-sans',
    file: 'NotoSans',
    characters: /./u,
    script: null,
    faces: BOTH,
    hasOwnSigns: false,
  },
  arabic: scriptFamily('noto-sans-arabic', 'NotoSansArabic', 'Arab', /\p{scx=Arabic}/u),
  hebrew: scriptFamily('noto-sans-hebrew', 'NotoSansHebrew', 'Hebr', /\p{scx=Hebrew}/u),
  thai: scriptFamily('noto-sans-thai', 'NotoSansThai', 'Thai', /\p{scx=Thai}/u),
  japanese: signFamily(
    'noto-sans-jp',
    'NotoSansJP',
    'Kana',
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  chinese: signFamily(
    'noto-sans-sc',
    'NotoSansSC',
    'Hani',
    /[\p{scx=Han}\p{scx=Bopomofo}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  korean: signFamily(
    'noto-sans-kr',
    'NotoSansKR',
    'Hang',
    /[\p{scx=Hangul}\p{scx=Han}\uff00-\uff60\uffe0-\uffee]/u,
  ),
  bengali: scriptFamily('noto-sans-bengali', 'NotoSansBengali', 'Beng', /\p{scx=Bengali}/u),
  tamil: scriptFamily('noto-sans-tamil', 'NotoSansTamil', 'Taml', /\p{scx=Tamil}/u),
  telugu: scriptFamily('noto-sans-telugu', 'NotoSansTelugu', 'Telu', /\p{scx=Telugu}/u),
  kannada: scriptFamily('noto-sans-kannada', 'NotoSansKannada', 'Knda', /\p{scx=Kannada}/u),
  malayalam: scriptFamily('noto-sans-malayalam', 'NotoSansMalayalam', 'Mlym', /\p{scx=Malayalam}/u),
  gujarati: scriptFamily('noto-sans-gujarati', 'NotoSansGujarati', 'Gujr', /\p{scx=Gujarati}/u),
  gurmukhi: scriptFamily('noto-sans-gurmukhi', 'NotoSansGurmukhi', 'Guru', /\p{scx=Gurmukhi}/u),
  oriya: scriptFamily('noto-sans-oriya', 'NotoSansOriya', 'Orya', /\p{scx=Oriya}/u),
  sinhala: scriptFamily('noto-sans-sinhala', 'NotoSansSinhala', 'Sinh', /\p{scx=Sinhala}/u),
  lao: scriptFamily('noto-sans-lao', 'NotoSansLao', 'Laoo', /\p{scx=Lao}/u),
  khmer: scriptFamily('noto-sans-khmer', 'NotoSansKhmer', 'Khmr', /\p{scx=Khmer}/u),
  myanmar: scriptFamily('noto-sans-myanmar', 'NotoSansMyanmar', 'Mymr', /\p{scx=Myanmar}/u),
  tibetan: scriptFamily('noto-serif-tibetan', 'NotoSerifTibetan', 'Tibt', /\p{scx=Tibetan}/u),
  thaana: scriptFamily('noto-sans-thaana', 'NotoSansThaana', 'Thaa', /\p{scx=Thaana}/u),
  georgian: scriptFamily('noto-sans-georgian', 'NotoSansGeorgian', 'Geor', /\p{scx=Georgian}/u),
  armenian: scriptFamily('noto-sans-armenian', 'NotoSansArmenian', 'Armn', /\p{scx=Armenian}/u),
  ethiopic: scriptFamily('noto-sans-ethiopic', 'NotoSansEthiopic', 'Ethi', /\p{scx=Ethiopic}/u),
  emoji: signFamily(
    'noto-emoji',
    'NotoEmoji',
    'Zyyy',
    /[\p{Emoji}\p{Extended_Pictographic}\p{RI}\u20e3]/u,
  ),
  symbols: signFamily('noto-sans-symbols', 'NotoSansSymbols', 'Zyyy', /[\p{S}\p{N}\p{P}]/u, BOTH),
  symbols2: signFamily('noto-sans-symbols-2', 'NotoSansSymbols2', 'Zyyy', /[\p{S}\p{N}\p{P}]/u),
} as const satisfies Readonly<Record<string, Family>>;

const WEIGHTS: Readonly<Record<FaceName, string>> = { regular: '400Regular', bold: '600SemiBold' };

/**
 * `path`: for `require.resolve`; `name`: of the file, which lies next to a bundled module; `postscriptName`: of the font.
 * `face`: one that the family has.
 */
export function fontFileOf(
  { package: name, file }: Family,
  face: FaceName,
): { readonly path: string; readonly name: string; readonly postscriptName: string } {
  const weight = WEIGHTS[face];
  const fileName = `${file}_${weight}.ttf`;
  return {
    path: `@expo-google-fonts/${name}/${weight}/${fileName}`,
    name: fileName,
    postscriptName: `${file}-${weight.slice(3)}`,
  };
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

/** Tried for every grapheme after the likely families: those of signs before those of other scripts. */
const ALL_FAMILIES: readonly FamilyName[] = [
  ...new Set<FamilyName>(['symbols', 'symbols2', 'japanese', 'chinese', 'korean', ...FAMILY_NAMES]),
];

/**
 * The families to try for a grapheme, in order; one can come twice. One after another, because an expression for a script is
 * compiled at its first use. `hanOrder`: those for ideographs; empty for other graphemes.
 */
export function* familiesFor(
  cluster: string,
  hanOrder: readonly FamilyName[],
): Generator<FamilyName> {
  if (EMOJI.test(cluster)) yield 'emoji';
  yield 'sans';
  yield* hanOrder;
  for (const name of FAMILY_NAMES) {
    if (name !== 'sans' && FAMILIES[name].characters.test(cluster)) yield name;
  }
  yield* ALL_FAMILIES;
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
