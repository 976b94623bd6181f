// The pages of many reports as one PDF, in a language or with longer texts.
import { drawDocument } from '../../../lib/adapters/pdf/draw.ts';
import type { PageSettings } from '../../../lib/adapters/pdf/layout.ts';
import { createLayoutContext, layoutPages } from '../../../lib/adapters/pdf/layout.ts';
import type { Page } from '../../../lib/adapters/pdf/page-elements.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { SERVER_FILES } from '../../../lib/i18n/generated/server-files.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { messagesOf } from '../../../lib/i18n/texts.ts';
import { pseudoFile } from '../../support/pseudo-locale.ts';

const PAPERS = ['A4', 'Letter'] as const;

const LONG_TEXTS = 'long texts';
const GROWTH = 0.4;
const { report: reportFile, signals } = SERVER_FILES.en;
const LONG_WORDS = messagesOf(
  [{ report: pseudoFile(reportFile, GROWTH), signals: pseudoFile(signals, GROWTH) }],
  'en',
);

/** How reports are printed. */
export interface Print {
  readonly name: string;
  readonly pagesOf: (report: Report) => readonly Page[];
}

/** Every language, and English with every text 40 % longer, on both papers. */
export function listPrints(): readonly Print[] {
  return PAPERS.flatMap((paper) =>
    [...LANGUAGES, LONG_TEXTS].map((language) => ({
      name: `${language} on ${paper}`,
      pagesOf: (report: Report) =>
        language === LONG_TEXTS
          ? longPages(report, { locale: 'en', paper })
          : layoutPages(report, createLayoutContext(report, { locale: language, paper })),
    })),
  );
}

function longPages(report: Report, settings: PageSettings): readonly Page[] {
  return layoutPages(report, {
    ...createLayoutContext(report, settings),
    ...createLocalization(report, 'en', LONG_WORDS),
  });
}

export function drawPages(pages: readonly Page[]): Promise<Uint8Array> {
  return drawDocument(pages, {
    title: 'Pages',
    language: 'en',
    at: new Date(0),
    attachment: {
      name: 'none.json',
      contentType: 'application/json',
      description: '',
      bytes: new Uint8Array(),
    },
  });
}
