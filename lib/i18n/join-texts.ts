/** The texts that are not empty: 'Week 47 · Helsinki time'. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
