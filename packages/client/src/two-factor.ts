import { type Connection, nothing, reply, type SignInAnswer, signedIn } from "./connection";
import type { Result, SignInResult } from "./result";
import type { TrustedDevice } from "./wire";

/** The second factor: codes of an authenticator app, and backup codes for when it is lost. */
export interface TwoFactor {
  /** Starts the set-up. The second factor is on once `verify` was given a code of the authenticator app. */
  enable(password?: string): Promise<Result<{ totpURI: string; backupCodes: string[] }>>;
  /**
   * Completes a sign-in or a set-up by a code of the authenticator app. With `trustDevice` this browser is not asked
   * for a second factor again for a while.
   */
  verify(code: string, options?: { trustDevice?: boolean }): Promise<SignInResult>;
  /** Completes a sign-in by a backup code, which works once. */
  verifyBackupCode(code: string, options?: { trustDevice?: boolean }): Promise<SignInResult>;
  /**
   * Replaces the backup codes; the earlier ones stop working. After a `session_not_fresh` the last second factor was
   * given too long ago: ask the user for one and pass it as `code`.
   */
  generateBackupCodes(password?: string, options?: { code?: string }): Promise<Result<{ codes: string[] }>>;
  /** Turns the second factor off. It requires a `code` where `generateBackupCodes` does. */
  disable(password?: string, options?: { code?: string }): Promise<Result>;
}

/** The browsers in which the signed-in user is not asked for a second factor. */
export interface TrustedDevices {
  /** Lists the trusted browsers. */
  list(): Promise<Result<{ devices: TrustedDevice[] }>>;
  /** Ends the trust in one browser. `id` is that of the listed one. */
  revoke(input: { id: string }): Promise<Result>;
}

export function createTwoFactor(connection: Connection): TwoFactor {
  const { post } = connection;
  return {
    enable: (password) =>
      reply(
        post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", { password }),
        ({ totpURI, backupCodes }) => ({ totpURI, backupCodes }),
      ),
    verify: (code, { trustDevice } = {}) =>
      signedIn(connection, post<SignInAnswer>("/two-factor/verify-totp", { code, trustDevice })),
    verifyBackupCode: (code, { trustDevice } = {}) =>
      signedIn(connection, post<SignInAnswer>("/two-factor/verify-backup-code", { code, trustDevice })),
    generateBackupCodes: (password, { code } = {}) =>
      reply(
        post<{ backupCodes: string[] }>("/two-factor/generate-backup-codes", { password, code }),
        ({ backupCodes: codes }) => ({ codes }),
      ),
    disable: (password, { code } = {}) =>
      reply(post("/two-factor/disable", { password, code }), nothing, () => connection.announce("updated")),
  };
}

export function createTrustedDevices({ get, post }: Connection): TrustedDevices {
  return {
    list: () => reply(get<TrustedDevice[]>("/list-trusted-devices"), (devices) => ({ devices })),
    revoke: ({ id }) => reply(post("/revoke-trusted-device", { id }), nothing),
  };
}
