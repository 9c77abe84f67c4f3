import { type Connection, nothing, reply, signedIn } from "./connection";
import type { Result, SignInResult, SignUpResult } from "./result";
import type { SocialProvider, SsoConnection, User } from "./wire";

/** The ways in which a user makes an account. */
export interface SignUp {
  /**
   * Creates a user with a password and signs them in, unless the project requires a verified address first. The mail's
   * link leads to `redirectTo` in the end.
   */
  email(input: { email: string; password: string; name: string; redirectTo?: string }): Promise<SignUpResult>;
}

/** The ways of signing in, besides the passkeys of `auth.passkey`. */
export interface SignIn {
  /**
   * Signs in by password. With `rememberMe: false` the session ends when the browser is closed. If the address must be
   * verified first, the link of the mail leads to `redirectTo` in the end.
   */
  email(input: { email: string; password: string; rememberMe?: boolean; redirectTo?: string }): Promise<SignInResult>;
  /**
   * Mails a link and a code to the address. The result does not reveal whether a user has it. Show `number` to the
   * user: a link that is opened in another browser asks for it.
   */
  magicLink(input: { email: string; redirectTo?: string; name?: string }): Promise<Result<{ number?: string }>>;
  /** Mails a 6-digit code to the address. The result does not reveal whether a user has it. */
  otpRequest(input: { email: string }): Promise<Result>;
  /** Signs in by the mailed code. */
  otpVerify(input: { email: string; otp: string }): Promise<SignInResult>;
  /** Returns the address that signs in by a provider: `location.assign(redirectUrl)`. */
  social(input: { provider: SocialProvider; redirectTo?: string }): { redirectUrl: string };
  /**
   * Returns the connection by which people of the address's company sign in, or `null`. Only the domain is sent, and
   * nothing tells whether a user has the address.
   */
  ssoConnection(input: { email: string }): Promise<Result<{ connection: SsoConnection | null }>>;
  /** Returns the address that signs in by a company's identity provider: `location.assign(redirectUrl)`. */
  sso(input: { connectionId: string; redirectTo?: string }): { redirectUrl: string };
  /** Signs a test user in past limits and second factors. A server creates the token by the project's server key. */
  testToken(token: string): Promise<Result<{ expiresAt: string }>>;
}

export function createSignUp(connection: Connection): SignUp {
  return {
    email: ({ email, password, name, redirectTo }) =>
      reply(
        connection.post<{ user: User; sessionExpiresAt?: string }>("/sign-up/email", {
          email,
          password,
          name,
          callbackURL: connection.absolute(redirectTo),
        }),
        ({ user, sessionExpiresAt = null }) => ({ userId: user.id, sessionExpiresAt }),
        () => connection.announce("signed-in"),
      ),
  };
}

export function createSignIn(connection: Connection): SignIn {
  const { absolute, post } = connection;
  return {
    email: ({ email, password, rememberMe, redirectTo }) =>
      signedIn(connection, post("/sign-in/email", { email, password, rememberMe, callbackURL: absolute(redirectTo) })),
    magicLink: ({ email, redirectTo, name }) =>
      reply(
        post<{ number?: string }>("/sign-in/magic-link", { email, name, callbackURL: absolute(redirectTo) }),
        ({ number }) => (number ? { number } : {}),
      ),
    otpRequest: ({ email }) => reply(post("/email-otp/send-verification-otp", { email, type: "sign-in" }), nothing),
    otpVerify: ({ email, otp }) => signedIn(connection, post("/sign-in/email-otp", { email, otp })),
    social: ({ provider, redirectTo }) => ({
      redirectUrl: withRedirect(connection, `social/${encodeURIComponent(provider)}`, redirectTo),
    }),
    ssoConnection: ({ email }) => {
      const domain = email.slice(email.lastIndexOf("@") + 1).trim();
      const path = `/sso/connection?${new URLSearchParams({ domain })}`;
      return reply(connection.get<{ connection: SsoConnection | null }>(path), (found) => found);
    },
    sso: ({ connectionId, redirectTo }) => ({
      redirectUrl: withRedirect(connection, `sso/${encodeURIComponent(connectionId)}`, redirectTo),
    }),
    async testToken(token) {
      const result = await signedIn(connection, post("/sign-in/test-token", { token }));
      if (result.ok) return { ok: true, expiresAt: result.sessionExpiresAt };
      return result.twoFactorRequired ? { ok: false, code: result.code, message: result.message } : result;
    },
  };
}

/** Returns the address of a hosted page that leads back to `redirectTo`. */
export function withRedirect(connection: Connection, page: string, redirectTo: string | undefined): string {
  const url = `${connection.authUrl()}/${page}`;
  const target = connection.absolute(redirectTo);
  return target === undefined ? url : `${url}?redirect_to=${encodeURIComponent(target)}`;
}
