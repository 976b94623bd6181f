import { describe, it } from 'node:test';
import { missingBrowser } from '../../support/browser.ts';
import {
  assertPlacesAccessible,
  LAPTOP,
  PHONE,
  startPlaceServer,
  titleOf,
} from './place-server.ts';

describe('a place on the page', { skip: missingBrowser() ?? false }, () => {
  for (const reader of [
    { locale: 'de', colorScheme: 'dark', viewport: LAPTOP },
    { locale: 'fi', colorScheme: 'light', viewport: PHONE },
  ] as const) {
    it(titleOf(reader), async () => {
      await using pageServer = await startPlaceServer();
      await assertPlacesAccessible(pageServer, reader);
    });
  }
});
