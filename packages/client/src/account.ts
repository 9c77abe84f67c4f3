import { type Connection, nothing, reply, type SignInAnswer } from "./connection";
import type { Result } from "./result";
import type { Account, SessionRecord, SocialProvider } from "./wire";

/** The methods by which the signed-in user changes their account. */
export interface AccountMethods {
  /** Changes the user's name or picture. A field left out keeps its value, and `null` removes the picture. */
  updateUser(input: { name?: string; image?: string | null }): Promise<Result>;
  /** Checks the user's password. A right one makes the session fresh again after a `session_not_fresh`. */
  verifyPassword(password: string): Promise<Result>;
  /** Replaces the password. With `revokeOtherSessions` the user stays signed in in this browser alone. */
  changePassword(input: {
    currentPassword: string;
    newPassword: string;
    revokeOtherSessions?: boolean;
  }): Promise<Result>;
  /** Gives a first password to a user without one, whose sign-in must be recent. */
  setPassword(input: { newPassword: string }): Promise<Result>;
  /** Sends the mails that confirm the change. The address changes once both mailboxes have confirmed it. */
  changeEmail(input: { newEmail: string; redirectTo?: string }): Promise<Result>;
  /** Changes the address by the code of the mail to the new one. Its link does the same. */
  confirmEmailChange(input: { newEmail: string; otp: string }): Promise<Result>;
  /** Deletes the user and everything of theirs, which cannot be undone. A user with a password must give it. */
  deleteUser(input?: { password?: string }): Promise<Result>;
  /** Lists the password and the providers that the user can sign in with. */
  listAccounts(): Promise<Result<{ accounts: Account[] }>>;
  /** Returns the address to send the browser to, where the user adds a provider to their account. */
  linkSocial(input: { provider: SocialProvider; redirectTo?: string }): Promise<Result<{ redirectUrl: string }>>;
  /** Removes a provider. `accountId` is the `id` of the listed account. */
  unlinkAccount(input: { accountId: string }): Promise<Result>;
}

/** The sessions of the signed-in user, in all their browsers. */
export interface Sessions {
  /** Lists the sessions that have not ended. */
  list(): Promise<Result<{ sessions: SessionRecord[] }>>;
  /** Ends one session. `token` is that of the listed session. */
  revoke(input: { token: string }): Promise<Result>;
  /** Ends every session but this browser's. */
  revokeOthers(): Promise<Result>;
}

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
  ): Promise<Result>;
}

/** The two steps of proving that a mailbox belongs to the user. */
export interface EmailVerification {
  /** Mails a link and a code to the address. The link leads to `redirectTo` in the end. */
  send(input: { email: string; redirectTo?: string }): Promise<Result>;
  /** Marks the address as verified by the code of the mail. */
  verify(input: { email: string; otp: string }): Promise<Result>;
}

export function createAccount(connection: Connection): AccountMethods {
  const { absolute, get, post } = connection;
  const updated = () => connection.announce("updated");
  return {
    updateUser: ({ name, image }) => reply(post("/update-user", { name, image }), nothing, updated),
    verifyPassword: (password) => reply(post("/verify-password", { password }), nothing),
    changePassword: (input) => reply(post("/change-password", input), nothing, updated),
    setPassword: ({ newPassword }) => reply(post("/set-password", { newPassword }), nothing, updated),
    changeEmail: ({ newEmail, redirectTo }) =>
      reply(post("/change-email", { newEmail, callbackURL: absolute(redirectTo) }), nothing, updated),
    confirmEmailChange: (input) => reply(post("/email-otp/change-email", input), nothing, updated),
    deleteUser: ({ password } = {}) =>
      reply(post("/delete-user", { password }), nothing, () => connection.announce("signed-out")),
    listAccounts: () => reply(get<Account[]>("/list-accounts"), (accounts) => ({ accounts })),
    linkSocial: ({ provider, redirectTo }) =>
      reply(
        post<{ url: string }>("/link-social", { provider, callbackURL: absolute(redirectTo), disableRedirect: true }),
        ({ url }) => ({ redirectUrl: url }),
      ),
    unlinkAccount: ({ accountId }) => reply(post("/unlink-account", { accountId }), nothing, updated),
  };
}

export function createSessions(connection: Connection): Sessions {
  const { get, post } = connection;
  const updated = () => connection.announce("updated");
  return {
    list: () => reply(get<SessionRecord[]>("/list-sessions"), (sessions) => ({ sessions })),
    revoke: ({ token }) => reply(post("/revoke-session", { token }), nothing, updated),
    revokeOthers: () => reply(post("/revoke-other-sessions"), nothing, updated),
  };
}

export function createPasswordReset({ absolute, post }: Connection): PasswordReset {
  return {
    request: ({ email, redirectTo }) =>
      reply(post("/request-password-reset", { email, redirectTo: absolute(redirectTo) }), nothing),
    complete: (input) =>
      reply(
        "token" in input
          ? post("/reset-password", { newPassword: input.newPassword, token: input.token })
          : post("/email-otp/reset-password", { email: input.email, otp: input.otp, password: input.newPassword }),
        nothing,
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
