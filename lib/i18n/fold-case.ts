// Letters without the differences that people leave out when they type a name: case, accents, character width.

/** Letters without a Unicode decomposition, and what users type for them. */
const LETTER_EQUIVALENTS: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};

/** Upper case, because only the upper-case mapping unifies ß with SS, ς with σ and ı with i. */
export function foldCase(text: string): string {
  const upperCase = text.normalize('NFKD').toUpperCase();
  // Skips the replacements for plain ASCII names.
  if (/^[\u0020-\u007e]*$/.test(upperCase)) return upperCase;
  return upperCase
    .replaceAll(/[\p{M}\p{Cf}ـ]+/gu, '')
    .replaceAll(/[ØŁĐÆŒÞ]/g, (letter) => LETTER_EQUIVALENTS[letter] ?? letter);
}
