import { absolute, type Connection, nothing, reply, type SignInAnswer } from "./connection";
import type { Result } from "./result";
import type { Account, SessionRecord, SocialProvider } from "./wire";

export interface AccountMethods {
  updateUser(input: { name?: string; image?: string | null }): Promise<Result>;
  /** Asks for the password, which makes the session fresh again where something answers `session_not_fresh`. */
  verifyPassword(password: string): Promise<Result>;
  changePassword(input: {
    currentPassword: string;
    newPassword: string;
    revokeOtherSessions?: boolean;
  }): Promise<Result>;
  /** Sends the mails that confirm the change; it holds once both mailboxes have. */
  changeEmail(input: { newEmail: string; redirectTo?: string }): Promise<Result>;
  /** For good. Who has a password must give it. */
  deleteUser(input?: { password?: string }): Promise<Result>;
  listAccounts(): Promise<Result<{ accounts: Account[] }>>;
  /** Where to send the browser to add a provider to the signed-in user. */
  linkSocial(input: { provider: SocialProvider; redirectTo?: string }): Promise<Result<{ redirectUrl: string }>>;
  /** `accountId` is the `id` of the listed account. */
  unlinkAccount(input: { accountId: string }): Promise<Result>;
}

export interface Sessions {
  list(): Promise<Result<{ sessions: SessionRecord[] }>>;
  revoke(input: { token: string }): Promise<Result>;
  revokeOthers(): Promise<Result>;
}

export interface PasswordReset {
  /** Sends the mail, whether or not the mailbox belongs to a user. `redirectTo` is the page that gets `?token=`. */
  request(input: { email: string; redirectTo?: string }): Promise<Result>;
  /** With the token of the link, or with the mailbox and the code of the mail. */
  complete(
    input: { newPassword: string; token: string } | { newPassword: string; email: string; otp: string },
  ): Promise<Result>;
}

export interface EmailVerification {
  send(input: { email: string; redirectTo?: string }): Promise<Result>;
  verify(input: { email: string; otp: string }): Promise<Result>;
}

export function createAccount(connection: Connection): AccountMethods {
  const { get, post } = connection;
  const updated = () => connection.announce("updated");
  return {
    updateUser: ({ name, image }) => reply(post("/update-user", { name, image }), nothing, updated),
    verifyPassword: (password) => reply(post("/verify-password", { password }), nothing),
    changePassword: (input) => reply(post("/change-password", input), nothing, updated),
    changeEmail: ({ newEmail, redirectTo }) =>
      reply(post("/change-email", { newEmail, callbackURL: absolute(redirectTo) }), nothing, updated),
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

export function createPasswordReset({ post }: Connection): PasswordReset {
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
  const { post } = connection;
  return {
    send: ({ email, redirectTo }) =>
      reply(post("/send-verification-email", { email, callbackURL: absolute(redirectTo) }), nothing),
    verify: (input) =>
      reply(post<SignInAnswer>("/email-otp/verify-email", input), nothing, () => connection.announce("updated")),
  };
}
