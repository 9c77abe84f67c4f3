export interface AccountSession {
  id: string;
  isCurrent: boolean;
  userAgent: string;
  address: string;
  /** The time of the sign-in, ISO 8601, UTC. */
  signedInAt: string;
}

export interface AccountDetails {
  hasPassword: boolean;
  passkeys: number;
  hasTwoFactor: boolean;
  /** The connected providers, such as `google`. */
  providers: string[];
  /** The sessions that have not ended, newest first, the current one before all others. */
  sessions: AccountSession[];
}
