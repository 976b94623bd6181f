// Secrets of a deployment and credentials of the reporting API; the secrets adapter implements it.
import { Failure } from '../shared/failure.ts';

/** Credentials of the reporting API. */
export interface Credentials {
  readonly clientId: string;
  readonly apiToken: string;
}

export interface CredentialSource {
  read(): Promise<Credentials>;
  /** Reads again after these were rejected; null when there are no others. */
  renew(refused: Credentials): Promise<Credentials | null>;
}

export interface LinkKey {
  /** Part of the links that it signs. */
  readonly id: string;
  readonly key: string;
}

/** A bearer token of the HTTP API, as a hash, and the folders whose subtrees it grants. */
export interface ApiToken {
  /** Hash of the token, in lower-case hex. */
  readonly sha256: string;
  /** Null for the whole company. */
  readonly folders: readonly number[] | null;
}

/** A webhook to which reports are announced: those of a folder and its subtree. */
export interface WebhookSetting {
  readonly folder: number;
  readonly url: string;
  /** Signs the messages. */
  readonly key: string;
  /** Format of the messages; default: generic. */
  readonly kind?: WebhookKind;
}

export type WebhookKind = 'slack' | 'teams' | 'generic';

/** The secrets of this deployment. */
export interface ReportsSecret {
  readonly credentials: Credentials;
  /** The first key signs, all are accepted. */
  readonly linkKeys: readonly LinkKey[];
  readonly apiTokens: readonly ApiToken[];
  readonly webhooks: readonly WebhookSetting[];
  /** Password of the user of the SMTP server. */
  readonly mailPassword?: string;
}

export interface SecretSource {
  /** Fails with SECRET_UNAVAILABLE or SECRET_INVALID. */
  read(): Promise<ReportsSecret>;
  /** Reads again, at most every ten seconds, when the secret may have been rotated; fails as `read` does. */
  renew?(): Promise<ReportsSecret>;
}

/** The key that signs: the first. Fails with SECRET_INVALID without one. */
export function currentLinkKey([key]: readonly LinkKey[]): LinkKey {
  if (key === undefined) throw new Failure('SECRET_INVALID', { at: 'linkKeys' });
  return key;
}

const PLACEHOLDER =
  /change[-_ ]?me|replace[-_ ]?me|place[-_ ]?holder|your[-_ ]|^<.*>$|^\*+$|^x+$|^todo$/i;

/** Whether a secret is a placeholder such as "change-me". */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

const MIN_SIGNING_KEY_LENGTH = 32;

/** Whether a key can sign links or webhooks: long enough, not a placeholder, not one repeated character. */
export function isSigningKey(key: string): boolean {
  return key.length >= MIN_SIGNING_KEY_LENGTH && !isPlaceholder(key) && !/^(.)\1*$/s.test(key);
}

/** Whether a text is valid as the id of a link key. */
export function isLinkKeyId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,16}$/.test(id);
}
