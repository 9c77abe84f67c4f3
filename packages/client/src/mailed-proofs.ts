import { type Connection, nothing, reply, type SignInAnswer } from "./connection";
import type { RemovedAccess, Result } from "./result";

/** The two steps of replacing a forgotten password. */
export interface PasswordReset {
  /**
   * Mails a link and a code to the address. The result does not reveal whether a user has it. The link leads to
   * `redirectTo` with `?token=`, by default to the hosted page.
   */
  request(input: { email: string; redirectTo?: string }): Promise<Result>;
  /** Sets the new password by the token of the link, or by the address and the code of the mail. */
  complete(
    input: { newPassword: string; token: string } | { newPassword: string; email: string; otp: string },
  ): Promise<Result<Reset>>;
}

interface Reset {
  /** The ways in that the first proof of the address took away, to be told to the user. */
  removedAccess?: readonly RemovedAccess[] | undefined;
}

/** The two steps of proving that a mailbox belongs to the user. */
export interface EmailVerification {
  /** Mails a link and a code to the address. The link leads to `redirectTo` in the end. */
  send(input: { email: string; redirectTo?: string }): Promise<Result>;
  /** Marks the address as verified by the code of the mail. */
  verify(input: { email: string; otp: string }): Promise<Result>;
}

export function createPasswordReset({ absolute, post }: Connection): PasswordReset {
  return {
    request: ({ email, redirectTo }) =>
      reply(post("/request-password-reset", { email, redirectTo: absolute(redirectTo) }), nothing),
    complete: ({ newPassword, ...proof }) =>
      reply(
        "token" in proof
          ? post<Reset>("/reset-password", { newPassword, ...proof })
          : post<Reset>("/email-otp/reset-password", { password: newPassword, ...proof }),
        ({ removedAccess }) => ({ removedAccess }),
      ),
  };
}

export function createEmailVerification(connection: Connection): EmailVerification {
  const { absolute, post } = connection;
  return {
    send: ({ email, redirectTo }) =>
      reply(post("/send-verification-email", { email, callbackURL: absolute(redirectTo) }), nothing),
    verify: (input) =>
      reply(post<SignInAnswer>("/email-otp/verify-email", input), nothing, () => connection.announce("updated")),
  };
}
