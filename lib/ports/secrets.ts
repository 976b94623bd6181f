// Secrets of a deployment and credentials of the reporting API; the secrets adapter implements it.

/** Of the reporting API. */
export interface Credentials {
  readonly clientId: string;
  readonly apiToken: string;
}

export interface CredentialSource {
  read(): Promise<Credentials>;
  /** Asks again after these were refused; null when there are no others. */
  renew(refused: Credentials): Promise<Credentials | null>;
}

export interface LinkKey {
  /** Visible in the links that it signs. */
  readonly id: string;
  readonly key: string;
}

/** A bearer token of the HTTP API by its hash, and the folders it sees with all below them. */
export interface ApiToken {
  /** Of the token, in lower-case hex. */
  readonly sha256: string;
  readonly folders: readonly number[];
}

/** Who is told of a folder's reports, and of those below it. */
export interface Subscription {
  readonly folder: number;
  readonly url: string;
  /** Signs what is sent. */
  readonly key: string;
  /** What its messages are made for; left out: generic. */
  readonly kind?: WebhookKind;
}

export type WebhookKind = 'slack' | 'teams' | 'generic';

/** What only this deployment knows. */
export interface ReportsSecret {
  readonly credentials: Credentials;
  /** The first one signs, all are accepted. */
  readonly linkKeys: readonly LinkKey[];
  readonly apiTokens: readonly ApiToken[];
  readonly webhooks: readonly Subscription[];
}

export interface SecretSource {
  /** Fails with SECRET_UNAVAILABLE or SECRET_INVALID. */
  read(): Promise<ReportsSecret>;
  /** Asks anew, at most once in ten seconds, where what was read may be of before a rotation; fails as `read` does. */
  renew?(): Promise<ReportsSecret>;
}
