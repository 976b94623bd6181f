// Starts Debian's Firefox, which Playwright drives by WebDriver BiDi.
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { z } from 'zod';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** A one-line reason why Firefox can't be started; null when it is installed. */
export function missingFirefox(): string | null {
  return existsSync(FIREFOX) ? null : 'there is no Firefox (Debian package firefox-esr)';
}

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  // Prevents DNS lookups, including Firefox's own.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1',
};

/** Fails when Playwright's internals are others than expected. */
export async function launchFirefox(): Promise<Browser> {
  const { firefox } = await import('playwright-core');
  const browser = await firefox.launch({
    // Drives an unmodified Firefox; without a channel Playwright expects its own build.
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    firefoxUserPrefs: PREFERENCES,
  });
  answerMediaFeatures(browser);
  return browser;
}

/** Sends a command of WebDriver BiDi. */
type Send = (method: string, parameters: unknown) => Promise<unknown>;

const CONNECTION = z.object({ toImpl: z.custom<(client: unknown) => unknown>() });
const CLIENT = z.object({ _connection: z.custom<object>() });
const SERVER = z.object({ _browserSession: z.custom<{ send: Send }>() });

/**
 * Playwright sets media features of every context, by a command that Firefox does not have before its next long-term release.
 * Nothing needs them: themes are set in the page.
 */
function answerMediaFeatures(browser: Browser): void {
  const { _connection: connection } = CLIENT.parse(browser);
  const { _browserSession: session } = SERVER.parse(CONNECTION.parse(connection).toImpl(browser));
  const send: Send = session.send.bind(session);
  session.send = (method, parameters) =>
    method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send(method, parameters);
}
