// Reads from the name of a button how good it is: `very happy`, `sehr unzufrieden`. The words are those of the
// languages of reports.
import { normalizeName } from './csv-mapping.ts';

const words = {
  good: 'good happy satisfied positive hyvä tyytyväinen positiivinen bra nöjd positiv gut gute zufrieden bon bonne bien satisfait content positif bueno buena satisfecho contento feliz positivo 良い 満足 جيد راض سعيد 🙂 😊 👍',
  bad: 'bad unhappy dissatisfied unsatisfied negative poor huono tyytymätön negatiivinen dålig missnöjd negativ schlecht schlechte unzufrieden mauvais mauvaise mal insatisfait mécontent négatif malo mala insatisfecho descontento negativo 悪い 不満 سيئ مستاء 🙁 ☹️ 👎',
  neutral:
    'neutral ok okay average fair medium neutraali neutralt neutre moyen regular normal mittel 普通 محايد متوسط 😐',
  best: 'excellent great erinomainen utmärkt ausgezeichnet hervorragend excelente 最高 ممتاز 😀 😃 😄 😍',
  worst: 'terrible awful horrible surkea furchtbar pésimo 最悪 فظيع 😡 😠',
  very: 'very extremely highly erittäin mycket väldigt sehr très muy completely totally täysin helt vollkommen totalement completamente とても 非常に 大変 جدا',
  rather: 'rather somewhat fairly melko ganska eher ziemlich plutôt assez bastante やや',
  not: 'not no non ei inte nicht pas peu poco غير ليس',
  notAtAll: 'überhaupt gar lainkaan alls nada',
} as const;

const kindOfWord = new Map(
  Object.entries(words).flatMap(([kind, list]) =>
    list.split(' ').map((word) => [normalizeName(word), kind] as const),
  ),
);
const adverbs: ReadonlySet<string | undefined> = new Set(['very', 'rather', 'not', 'notAtAll']);
/** Japanese is written without spaces. */
const japaneseWord = new RegExp(
  [...kindOfWord.keys()].filter((word) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(word)).join('|'),
  'g',
);

/** From -2, the worst, to 2; undefined when a word of the name is not known. */
export function rankButtonName(name: string): number | undefined {
  const parts =
    normalizeName(name)
      .replace(/\b(at all|du tout)\b/, 'überhaupt')
      .replaceAll(japaneseWord, ' $& ')
      .match(/[^\s_.!,/-]+/g) ?? [];
  const kinds = new Set(parts.map((part) => kindOfWord.get(part)));
  const opinions = kinds.difference(adverbs);
  const [kind] = opinions;
  if (kind === undefined || opinions.size > 1) return undefined;
  switch (kind) {
    case 'best':
      return 2;
    case 'worst':
      return -2;
    case 'neutral':
      return 0;
    default: {
      const isDenied = kinds.has('not') || kinds.has('notAtAll');
      const isStrong = kinds.has('notAtAll') || (kinds.has('very') && !isDenied);
      return ((kind === 'good') === isDenied ? -1 : 1) * (isStrong ? 2 : 1);
    }
  }
}

/** From the worst to the best; undefined when the names do not tell the order. */
export function orderButtonNames(names: readonly string[]): readonly string[] | undefined {
  for (const rankOf of [rankButtonName, numberAtEnd]) {
    const ranked = names.map((name) => ({ name, rank: rankOf(name) ?? NaN }));
    const ranks = new Set(ranked.map(({ rank }) => rank));
    if (ranks.has(NaN) || ranks.size < names.length) continue;
    return ranked.toSorted((one, other) => one.rank - other.rank).map(({ name }) => name);
  }
  return undefined;
}

function numberAtEnd(name: string): number | undefined {
  const digit = /(?<!\d)\d$/.exec(name.trim())?.[0];
  return digit === undefined ? undefined : Number(digit);
}
