import { z } from "zod";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { carryingAddress, onwardQuery } from "../flow/onward";
import { SignInResult } from "../result";
import { IdToken } from "./id-token";
import { startSocial } from "./start";

const Provider = z.string().max(64).meta({ example: "google" });
export const LoginHint = z.string().max(254);

/** Further fields of better-auth have no effect: the provider's tokens are not kept, so scopes would serve nothing. */
export const StartSocialInput = z.object({
  provider: Provider,
  callbackURL: z.string().optional().meta({ example: "https://app.example.com/welcome" }),
  newUserCallbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  disableRedirect: z.boolean().optional().meta({ description: "Leave out the Location field." }),
  loginHint: LoginHint.optional().meta({ example: "ada@example.com" }),
  idToken: IdToken.nullish(),
});
export type StartSocialInput = z.infer<typeof StartSocialInput>;

export const SocialStarted = z
  .object({
    url: z.string().meta({ example: "https://accounts.google.com/o/oauth2/v2/auth?client_id=…" }),
    redirect: z.boolean(),
  })
  .meta({ id: "SocialStarted" });
export type SocialStarted = z.infer<typeof SocialStarted>;

/** Starts a sign-in by a provider and returns the provider's address. Throws the errors of `startSocial`. */
export async function startSocialSignIn(
  ctx: UserContext,
  input: StartSocialInput,
): Promise<SignInResult<SocialStarted>> {
  return socialStarted(input, await startSocial(ctx, input));
}

export function socialStarted(
  { disableRedirect }: { disableRedirect?: boolean | undefined },
  { url, cookie }: { url: string; cookie: BrowserCookie },
): SignInResult<SocialStarted> {
  const headers: Record<string, string> = disableRedirect ? {} : { Location: url };
  return new SignInResult({ url, redirect: !disableRedirect }, { cookies: [cookie], headers });
}

/** Sends the browser of a link on to the provider. */
export function openedSignIn({ url, cookie }: { url: string; cookie: BrowserCookie }): SignInResult<null> {
  return new SignInResult(null, { redirect: url, cookies: [cookie] });
}

export const SocialStartQuery = z.object({
  redirect_to: z.string().optional().meta({
    description: "Where the sign-in leads in the end: an address of the project's.",
    example: "https://app.example.com/welcome",
  }),
  error_redirect_to: z.string().optional().meta({
    description: "The same for a sign-in that fails; its address gets `error`.",
    example: "https://app.example.com/sign-in",
  }),
});
type SocialStartQuery = z.infer<typeof SocialStartQuery> & { provider: string };

/** Starts a sign-in by a provider from a link: the browser is redirected at once. */
export async function openSocialSignIn(ctx: UserContext, input: SocialStartQuery): Promise<SignInResult<null>> {
  const addresses = { callbackURL: input.redirect_to, errorCallbackURL: input.error_redirect_to };
  try {
    return openedSignIn(await startSocial(ctx, { provider: input.provider, ...addresses }));
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const code = error.code === "PROVIDER_NOT_FOUND" ? "oauth_provider_not_found" : "temporarily_unavailable";
    const carried = onwardQuery(ctx, input.redirect_to);
    return new SignInResult(null, { redirect: carryingAddress(ctx, "error", { ...carried, error: code }) });
  }
}
