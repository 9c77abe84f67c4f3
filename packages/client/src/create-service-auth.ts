import {
  type AccountMethods,
  createAccount,
  createEmailVerification,
  createPasswordReset,
  createSessions,
  type EmailVerification,
  type PasswordReset,
  type Sessions,
} from "./account";
import { type ChangeListener, createChanges } from "./changes";
import { connect, reply, type ServiceAuthOptions } from "./connection";
import { createPasskeys, type Passkeys } from "./passkeys";
import type { Result } from "./result";
import { createSessionMethods, type SessionMethods } from "./session";
import { createSignIn, createSignUp, type SignIn, type SignUp, withRedirect } from "./sign-in";
import { createTrustedDevices, createTwoFactor, type TrustedDevices, type TwoFactor } from "./two-factor";
import type { Methods } from "./wire";

/**
 * The client of one project's sign-in. It keeps nothing: the session is in a cookie that scripts cannot read. No method
 * throws for a refusal, each answers `{ ok: false, code, message }`.
 *
 * @example
 * function greet(auth: ServiceAuth) {
 *   return auth.getUser().then((user) => `Hello ${user?.name ?? "stranger"}`);
 * }
 */
export interface ServiceAuth extends SessionMethods {
  signUp: SignUp;
  signIn: SignIn;
  passkey: Passkeys;
  twoFactor: TwoFactor;
  trustedDevices: TrustedDevices;
  passwordReset: PasswordReset;
  emailVerification: EmailVerification;
  account: AccountMethods;
  sessions: Sessions;
  /** What the project has switched on, for a form of one's own. */
  getMethods(): Promise<Result<Methods>>;
  /** Address of a hosted page, such as `sign-in` or `two-factor`, that leads back to `redirectPath` of this app. */
  hostedPageURL(page: string, redirectPath?: string): string;
  /** Calls `listener` when the session changes, in this tab or another. Answers how to stop it. */
  onChange(listener: ChangeListener): () => void;
}

/**
 * Connects to a project's sign-in.
 *
 * Throws a TypeError without project id or public key, and for a server key.
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
    getMethods: () => reply(connection.get<Methods>("/methods"), (methods) => methods),
    hostedPageURL: (page, redirectPath) =>
      withRedirect(`${connection.authUrl()}/${encodeURIComponent(page)}`, redirectPath),
    onChange: changes.listen,
  };
}
