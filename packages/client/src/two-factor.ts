import { type Connection, nothing, reply, type SignInAnswer, signedIn } from "./connection";
import type { Result, SignInResult } from "./result";
import type { TrustedDevice } from "./wire";

export interface TwoFactor {
  /** Begins the set-up. It is on once `verify` was given a code of the authenticator app. */
  enable(password?: string): Promise<Result<{ totpURI: string; backupCodes: string[] }>>;
  /** Completes a sign-in or a set-up with the app's code. `trustDevice` spares this browser the next ones. */
  verify(code: string, options?: { trustDevice?: boolean }): Promise<SignInResult>;
  /** Completes a sign-in with a code that is used up by it. */
  verifyBackupCode(code: string, options?: { trustDevice?: boolean }): Promise<SignInResult>;
  /**
   * New backup codes; the earlier ones no longer work. Where it answers `session_not_fresh`, the last second factor was
   * given too long ago: ask for one as `code`.
   */
  generateBackupCodes(password?: string, options?: { code?: string }): Promise<Result<{ codes: string[] }>>;
  /** Asks for `code` as `generateBackupCodes` does. */
  disable(password?: string, options?: { code?: string }): Promise<Result>;
}

export interface TrustedDevices {
  list(): Promise<Result<{ devices: TrustedDevice[] }>>;
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
