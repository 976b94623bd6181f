// A server with data for every view of the page, and these views.
import { accessQuery } from '../../lib/delivery/access-links.ts';
import { listStoredSubscriptions } from '../../lib/delivery/subscription-store.ts';
import type { PageTexts } from '../../lib/i18n/generated/texts.ts';
import type { Page } from 'playwright-core';
import type { PageDelivery } from './page-delivery.ts';
import { heading } from './page-queries.ts';
import type { PageServer } from './page-server.ts';
import { startPageServer, WEEK } from './page-server.ts';
import type { PageView } from './page-views.ts';
import { pageViews } from './page-views.ts';

const STORE = 21;
const OTHER_STORE = 22;

export interface AllViews extends AsyncDisposable {
  readonly pageServer: PageServer;
  /** In this order, because the last ones end the session. */
  readonly views: readonly PageView[];
}

export async function startAllViews(): Promise<AllViews> {
  await using resources = new AsyncDisposableStack();
  const pageServer = resources.use(await startPageServer({ weeks: [], sendsMessages: true }));
  await makeIncompleteReports(pageServer);
  await writeNotes(pageServer);
  await prepareMessages(pageServer.messages());
  const { delivery } = pageServer.messages();
  const subscriptions = await listStoredSubscriptions(delivery);
  const subscription = subscriptions.find(({ folder }) => folder === 1);
  const access = subscription === undefined ? null : await accessQuery(delivery, subscription);
  if (access === null) throw new TypeError('there is no access link');
  const moved = resources.move();
  return {
    pageServer,
    views: [
      ...pageViews({
        ...{ week: WEEK, openWeek: '2026-W47', emptyWeek: '2026-W40' },
        ...{ region: 1, store: STORE, otherStore: OTHER_STORE, unmade: 5 },
      }),
      ...readerViews(access),
    ],
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** Reports with alerts, a late revision and a survey that could not be read. */
async function makeIncompleteReports(pageServer: PageServer): Promise<void> {
  const { acme } = pageServer;
  const position = Date.parse('2026-11-11T08:00:00Z');
  await acme.addFeedback(
    211,
    Array.from({ length: 6 }, (_, i) => ({ ts: position + i * 60_000, r: 0 })),
  );
  acme.answerInstead = (path, answer) => {
    const isFailing = path.startsWith('/v1/surveys/31/followup');
    if (isFailing) answer.writeHead(400).end();
    return isFailing;
  };
  await pageServer.makeReports(WEEK, null);
  acme.answerInstead = () => false;
  await pageServer.makeReports(WEEK, STORE);
}

/** Somebody is on it at the other store, which has a note. */
async function writeNotes({ url, token }: PageServer): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new TypeError(await response.text());
  };
  await send('PUT', `/v1/owners/${OTHER_STORE}`, { name: 'Anna', week: WEEK });
  const note = { folder: OTHER_STORE, name: 'Kim', text: 'Two tills.', week: WEEK };
  await send('POST', '/v1/notes', note);
}

/** Subscriptions whose messages were sent, refused and may not have arrived. */
async function prepareMessages(messages: PageDelivery): Promise<void> {
  await messages.subscribe({ folder: 1, channel: 'mail', address: 'anna@example.com' });
  await messages.subscribe({ folder: STORE, channel: 'mail', address: 'kim@example.com' });
  await messages.subscribe({
    ...{ folder: STORE, channel: 'teams', address: 'https://example.com/teams' },
  });
  messages.sender.answer = ({ subscription: { address } }) =>
    Promise.resolve(
      address.startsWith('anna')
        ? { state: 'sent', transportId: null }
        : address.startsWith('kim')
          ? { state: 'unknown', reason: 'TIMEOUT' }
          : { state: 'refused', reason: 'HTTP_404', endsSubscription: false },
    );
  await messages.sendWeek(WEEK);
}

/** What a recipient of mails sees, signed out, and with a link that has ended. */
function readerViews(access: string): readonly PageView[] {
  const link = `/${WEEK}/1${access}`;
  return [
    { name: 'reader-week', view: link, isAccessLink: true },
    { name: 'reader-store', view: `/${WEEK}/${STORE}` },
    { name: 'sign-in', view: `/${WEEK}`, act: signOut },
    { name: 'link-ended', view: link.replace(/.{5}$/, 'AAAAA'), isAccessLink: true },
  ];
}

async function signOut(page: Page, { list, shell, signIn }: PageTexts): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: list.more }).click();
  await page.getByRole('button', { name: shell.signOut }).click();
  await heading(page, signIn.heading).waitFor();
  // The form shows an error.
  await page.getByRole('button', { name: signIn.submit }).click();
  await page.getByRole('alert').getByText(signIn.missing).waitFor();
}
