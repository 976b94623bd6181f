// Hides which credentials hold at present: they are read before the first request, and when they are refused others
// are asked for once, whoever asks. After that in vain, there are none any more.
import type { Credentials, CredentialSource } from '../../ports/secrets.ts';

/** A request's headers, names and values in turn, with the credentials. */
export type RequestHeaders = readonly string[] & string[];

export interface Access {
  readonly credentials: Credentials;
  readonly headers: RequestHeaders;
  /** Those that came in place of others must have worked first, or refusals could go on for ever. */
  isRenewable: boolean;
}

export interface Keyring {
  /** Null while they are not known; `ready` waits then. */
  current(): Access | null;
  /** Null when the last ones were refused and there are no others. Fails as the source does. */
  ready(): Promise<Access | null>;
  /** What to use in place of refused ones, as `ready`. */
  renew(refused: Access): Promise<Access | null>;
}

export function openKeyring(
  source: CredentialSource,
  write: (credentials: Credentials) => RequestHeaders,
): Keyring {
  let held: Access | null = null;
  /** A question under way, or one in vain, for ever: what was refused is never sent again. */
  let question: Promise<Access | null> | null = null;

  function hold(credentials: Credentials, isRenewable: boolean): Access {
    held = { credentials, headers: write(credentials), isRenewable };
    question = null;
    return held;
  }

  async function readFirst(): Promise<Access> {
    try {
      return hold(await source.read(), true);
    } catch (error) {
      // Nothing was refused, so a later call may ask again.
      question = null;
      throw error;
    }
  }

  async function askForOthers(refused: Access): Promise<Access | null> {
    if (!refused.isRenewable) return null;
    const others = await source.renew(refused.credentials);
    return others === null ? null : hold(others, false);
  }

  async function ready(): Promise<Access | null> {
    if (question === null && held !== null) return held;
    question ??= readFirst();
    return question;
  }

  return {
    current: () => (question === null ? held : null),
    ready,
    renew: (refused) => {
      // Unless another request was refused with them before, and that is being seen to or has been.
      if (question === null && held === refused) question = askForOthers(refused);
      return ready();
    },
  };
}
