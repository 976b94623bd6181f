// The peer headless Chromium: a browser that prints pages, kept open or started for each report.
// Its fonts are installed for it alone, which is kinder than @font-face: nothing is loaded for a document.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PeerFont } from './fonts.ts';
import { fontFor } from './fonts.ts';
import { htmlOf } from './html.ts';
import { loadPeer } from './peers.ts';
import type { RenderInputs } from './render-inputs.ts';

/** Debian's. */
export const CHROMIUM = '/usr/bin/chromium';

export function haveChromium(): boolean {
  return existsSync(CHROMIUM);
}

interface Page {
  setContent(html: string): Promise<void>;
  pdf(options: object): Promise<Uint8Array>;
}

interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const playwright = z.object({
  default: z.object({ chromium: z.custom<{ launch(options: object): Promise<Browser> }>() }),
});

export interface Printer {
  readonly print: (seed: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Started with the first report, and again with the next one after it was closed. */
export async function openPrinter(inputs: RenderInputs): Promise<Printer> {
  const font = fontFor(inputs.language);
  const { chromium } = (await loadPeer('playwright-core', playwright)).default;
  const options = {
    executablePath: CHROMIUM,
    // Nothing is shown, so nothing needs to stand in for a graphics card.
    args: ['--disable-gpu', '--disable-software-rasterizer'],
    env: { ...process.env, FONTCONFIG_FILE: await installed(font, inputs.folder) },
  };
  let open: { readonly browser: Browser; readonly page: Page } | null = null;
  return {
    async print(seed) {
      if (open === null) {
        const browser = await chromium.launch(options);
        open = { browser, page: await browser.newPage() };
      }
      await open.page.setContent(htmlOf(inputs.pages(seed), font, inputs.language));
      return open.page.pdf({
        tagged: true,
        outline: true,
        printBackground: true,
        preferCSSPageSize: true,
      });
    },
    async close() {
      await open?.browser.close();
      open = null;
    },
  };
}

/** Returns a configuration by which the two weights of the font are the only ones there are. */
async function installed({ files }: PeerFont, folder: string): Promise<string> {
  const cache = join(folder, 'font-cache');
  await mkdir(cache, { recursive: true });
  const folders = Object.values(files).map((file) => `<dir>${dirname(file)}</dir>`);
  const file = join(folder, `fonts-${process.pid}.conf`);
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${folders.join('')}<cachedir>${cache}</cachedir></fontconfig>\n`,
  );
  return file;
}
