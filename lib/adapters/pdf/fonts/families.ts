// Which family of fonts sets which writing, as data: another script is another line here, and its package.
import type { FaceName } from '../../../charts/theme.ts';

export type FamilyName = keyof typeof FAMILIES;

export interface Family {
  /** Of @expo-google-fonts. */
  readonly package: string;
  /** What its files' names begin with. */
  readonly file: string;
  /** Whom it is asked for; the first family is asked for everything. */
  readonly characters: RegExp;
  /** One glyph for each character, without joining, stacking or kerning. */
  readonly isPlain: boolean;
  /** Some have no bold. */
  readonly faces: readonly FaceName[];
}

const BOTH = ['regular', 'bold'] as const;
const shaped = { isPlain: false, faces: BOTH } as const;
const plain = { isPlain: true, faces: BOTH } as const;

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
    ...plain,
  },
  chinese: {
    package: 'noto-sans-sc',
    file: 'NotoSansSC',
    characters: /[\p{scx=Han}\p{scx=Bopomofo}\uff00-\uff60\uffe0-\uffee]/u,
    ...plain,
  },
  korean: {
    package: 'noto-sans-kr',
    file: 'NotoSansKR',
    characters: /[\p{scx=Hangul}\p{scx=Han}\uff00-\uff60\uffe0-\uffee]/u,
    ...plain,
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
    ...plain,
  },
  armenian: {
    package: 'noto-sans-armenian',
    file: 'NotoSansArmenian',
    characters: /\p{scx=Armenian}/u,
    ...plain,
  },
  ethiopic: {
    package: 'noto-sans-ethiopic',
    file: 'NotoSansEthiopic',
    characters: /\p{scx=Ethiopic}/u,
    ...plain,
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
    ...plain,
  },
  symbols2: {
    package: 'noto-sans-symbols-2',
    file: 'NotoSansSymbols2',
    characters: /[\p{S}\p{N}\p{P}]/u,
    isPlain: true,
    faces: ['regular'],
  },
} as const satisfies Record<string, Family>;

export const FAMILY_NAMES: readonly FamilyName[] = Object.keys(FAMILIES).filter(
  (name): name is FamilyName => name in FAMILIES,
);

/** Emoji that are shown as such without or by a selector; others are text first. */
const EMOJI = /[\p{Emoji_Presentation}\p{RI}\ufe0f]/u;
const HAN = /\p{scx=Han}/u;

/** The families to ask for a cluster, in order; `han`: those of shared ideographs in the text's own order. */
export function familiesFor(
  cluster: string,
  han: () => readonly FamilyName[],
): readonly FamilyName[] {
  const named = FAMILY_NAMES.filter(
    (name) => name !== 'sans' && FAMILIES[name].characters.test(cluster),
  );
  const shared = HAN.test(cluster) ? han() : [];
  const ordered = [...shared, ...named.filter((name) => !shared.includes(name))];
  return EMOJI.test(cluster) ? ['emoji', 'sans', ...ordered] : ['sans', ...ordered];
}

const HANGUL = /\p{sc=Hangul}/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Ideographs are shared and drawn differently: a text with Hangul is Korean, one with kana Japanese, and any other
 * Japanese when that family has all of its ideographs, else Chinese.
 */
export function hanFamilies(
  text: string,
  has: (family: FamilyName, text: string) => boolean,
): readonly FamilyName[] {
  if (HANGUL.test(text)) return ['korean', 'japanese', 'chinese'];
  if (KANA.test(text)) return ['japanese', 'chinese', 'korean'];
  const ideographs = Array.from(text.matchAll(/\p{sc=Han}/gu), ([one]) => one).join('');
  return has('japanese', ideographs)
    ? ['japanese', 'chinese', 'korean']
    : ['chinese', 'japanese', 'korean'];
}
