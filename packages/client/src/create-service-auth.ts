import { type AccountMethods, createAccount, createSessions, type Sessions } from "./account";
import { type ChangeListener, createChanges } from "./changes";
import { connect, reply, type ServiceAuthOptions } from "./connection";
import {
  createEmailVerification,
  createPasswordReset,
  type EmailVerification,
  type PasswordReset,
} from "./mailed-proofs";
import { createOrganizations, type Organizations } from "./organizations";
import { createPasskeys, type Passkeys } from "./passkeys";
import type { Result } from "./result";
import { createSessionMethods, type SessionMethods } from "./session";
import { createSignIn, createSignUp, type SignIn, type SignUp, withRedirect } from "./sign-in";
import { createTrustedDevices, createTwoFactor, type TrustedDevices, type TwoFactor } from "./two-factor";
import type { Methods } from "./wire";

/**
 * The client of one project's sign-in. It stores nothing: the session is in a cookie that
 * scripts cannot read or, for an app without cookies, in the `storage` that it was given. No
 * method throws when the service refuses; each returns `{ ok: false, code, message }`.
 *
 * @example
 * function greet(auth: ServiceAuth) {
 *   return auth.getUser().then((user) => `Hello ${user?.name ?? "stranger"}`);
 * }
 */
export interface ServiceAuth extends SessionMethods {
  /** Creates accounts. */
  signUp: SignUp;
  /** Signs in by password, mail, provider or test token. */
  signIn: SignIn;
  /** Signs in by passkey, and manages the user's passkeys. */
  passkey: Passkeys;
  /** Asks for the second factor, and turns it on and off. */
  twoFactor: TwoFactor;
  /** Manages the browsers that are not asked for the second factor. */
  trustedDevices: TrustedDevices;
  /** Replaces a forgotten password. */
  passwordReset: PasswordReset;
  /** Proves that a mailbox belongs to the user. */
  emailVerification: EmailVerification;
  /** Changes the signed-in user's account. */
  account: AccountMethods;
  /** Manages the sessions of the signed-in user. */
  sessions: Sessions;
  /** Organizations of users, with members and invitations. */
  organizations: Organizations;
  /** Returns the methods that the project has switched on, for an app that builds its own form. */
  getMethods(): Promise<Result<Methods>>;
  /**
   * Returns the address of a hosted page, such as `sign-in`, that leads back to `redirectPath` in this app. It throws a
   * `TypeError` for a path on a server, unless the client was given `appOrigin`.
   */
  hostedPageURL(page: string, redirectPath?: string): string;
  /**
   * Calls `listener` when the session changes in this tab or another, and when it has changed elsewhere, such as on a
   * hosted page, by the time the user comes back. Returns a function that stops it.
   */
  onChange(listener: ChangeListener): () => void;
}

/**
 * Creates the client of a project's sign-in.
 *
 * It throws a `TypeError` without a project id or a public key, and for a server key.
 *
 * @example
 * export const auth = createServiceAuth({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 * });
 *
 * const result = await auth.signIn.email({ email, password });
 * if (result.ok) location.assign("/");
 */
export function createServiceAuth(options: ServiceAuthOptions): ServiceAuth {
  const changes = createChanges(options.projectId);
  const connection = connect(options, changes.announce);
  return {
    ...createSessionMethods(connection, changes),
    signUp: createSignUp(connection),
    signIn: createSignIn(connection),
    passkey: createPasskeys(connection),
    twoFactor: createTwoFactor(connection),
    trustedDevices: createTrustedDevices(connection),
    passwordReset: createPasswordReset(connection),
    emailVerification: createEmailVerification(connection),
    account: createAccount(connection),
    sessions: createSessions(connection),
    organizations: createOrganizations(connection),
    getMethods: () => reply(connection.get<Methods>("/methods"), (methods) => methods),
    hostedPageURL: (page, redirectPath) => withRedirect(connection, encodeURIComponent(page), redirectPath),
    onChange: changes.listen,
  };
}
