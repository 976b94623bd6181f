// Requests a new access link by mail. Its route needs no token.
import type { BrowserEnvironment } from '../app-context.tsx';

const TIMEOUT_MS = 30_000;

/** invalid: the text is not a mail address. sent: also for an address without subscriptions. */
export async function requestAccessLink(
  { base, fetch }: Pick<BrowserEnvironment, 'base' | 'fetch'>,
  address: string,
): Promise<'sent' | 'invalid' | 'failed'> {
  try {
    const { status } = await fetch(`${base}/subscriptions/access`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ address }),
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status === 202) return 'sent';
    return status === 400 ? 'invalid' : 'failed';
  } catch {
    return 'failed';
  }
}
