import { type Connection, nothing, reply } from "./connection";
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
