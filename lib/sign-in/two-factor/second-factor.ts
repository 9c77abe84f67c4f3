import type { UserContext } from "../context";
import type { SignInErrorCode } from "../errors";
import type { Authenticator } from "./authenticator";
import { consumeBackupCode } from "./backup-codes";
import { consumeTotp } from "./totp";

export interface SecondFactor {
  name: "totp" | "backup-code";
  consume: (ctx: UserContext, authenticator: Authenticator, code: string) => Promise<boolean>;
  wrong: SignInErrorCode;
  missing: SignInErrorCode;
}

export const TOTP: SecondFactor = {
  name: "totp",
  consume: consumeTotp,
  wrong: "INVALID_CODE",
  missing: "TOTP_NOT_ENABLED",
};
export const BACKUP_CODE: SecondFactor = {
  name: "backup-code",
  consume: consumeBackupCode,
  wrong: "INVALID_BACKUP_CODE",
  missing: "BACKUP_CODES_NOT_ENABLED",
};
