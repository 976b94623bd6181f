// The texts of the web page in one language, for tests.
import type { PageTexts } from '../../lib/i18n/generated/texts.ts';
import type { Language } from '../../lib/i18n/messages.ts';
import { loadPageLocalization } from '../../lib/web/page-localization.ts';

export async function loadPageTexts(language: Language): Promise<PageTexts> {
  return (await loadPageLocalization(language)).page;
}

export const en = await loadPageTexts('en');
