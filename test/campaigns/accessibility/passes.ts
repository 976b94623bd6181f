// Which views are checked where: a pass opens all of them in one language, browser and screen.
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';

export const BROWSERS = ['chromium', 'firefox'] as const;

export interface Pass {
  readonly browser: (typeof BROWSERS)[number];
  readonly language: Language;
  /** In CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly themes: readonly ('light' | 'dark')[];
}

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Each language is on a laptop in one browser and on a phone in the other. */
export function plannedPasses(): readonly Pass[] {
  return LANGUAGES.flatMap((language, i) =>
    BROWSERS.map((browser, j) => ({
      browser,
      language,
      viewport: (i + j) % 2 === 0 ? LAPTOP : PHONE,
      themes: browser === 'chromium' ? otherThemes(language) : (['light', 'dark'] as const),
    })),
  );
}

/** Those of Chromium that test/e2e/web/accessibility.test.ts does not check. */
function otherThemes(language: Language): Pass['themes'] {
  if (language === 'en') return ['dark'];
  return language === 'ar' ? ['light'] : ['light', 'dark'];
}
