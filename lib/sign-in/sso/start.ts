import { z } from "zod";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import type { SignInResult } from "../result";
import { LoginHint, openedSignIn, type SocialStarted, SocialStartQuery, socialStarted } from "../social/start-sign-in";
import { findConnectionOfDomain, requireConnection } from "./find-connection";
import type { SsoWishes } from "./flow";
import { startOidc } from "./oidc/start";
import { refuseSso } from "./outcome";
import { startSaml } from "./saml/start";

const Prompt = z.literal("login").optional().meta({
  description: "Has the identity provider ask the person anew, even if someone is signed in there.",
});

const MAX_AGE = "must be seconds: a whole number from 0 to 99999999";

const MaxAge = z.int(MAX_AGE).min(0, MAX_AGE).max(99_999_999, MAX_AGE).optional().meta({
  description:
    "How many seconds ago the person may have proven who they are at the most. Otherwise they are asked anew.",
  example: 3600,
});

const AcrValues = z
  .string()
  .max(1_024)
  .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, "must be values with a space between them")
  .optional()
  .meta({
    description: "How the person must prove who they are: authentication context classes, any of which suffices.",
    example: "https://refeds.org/profile/mfa",
  });

/** Names of fields are those of better-auth's plugin; its further fields have no effect. */
export const StartSsoInput = z
  .object({
    providerId: z.string().max(64).optional().meta({
      description: "The ID of a connection.",
      example: "sso_4k9x2m7q1w8e5r3t6y0u",
    }),
    email: z.string().max(254).optional().meta({ description: "An address, whose domain leads to a connection." }),
    domain: z.string().max(253).optional().meta({ description: "The domain itself.", example: "acme.example" }),
    callbackURL: z.string().meta({ example: "https://app.example.com/welcome" }),
    newUserCallbackURL: z.string().optional(),
    errorCallbackURL: z.string().optional(),
    loginHint: LoginHint.optional().meta({
      description: "Whom the identity provider may suggest, if it speaks OpenID Connect. By default, `email`.",
      example: "ada@acme.example",
    }),
    prompt: Prompt,
    maxAge: MaxAge,
    acrValues: AcrValues,
  })
  .refine(({ providerId, email, domain }) => providerId !== undefined || email !== undefined || domain !== undefined, {
    message: "providerId, email or domain is required",
  });
type StartSsoInput = z.infer<typeof StartSsoInput>;

/**
 * Starts a sign-in by a connection and returns the identity provider's address. Throws `PROVIDER_NOT_FOUND` where
 * none fits, and `SERVICE_UNAVAILABLE` where its issuer can't be asked.
 */
export async function startSsoSignIn(ctx: UserContext, input: StartSsoInput): Promise<SignInResult<SocialStarted>> {
  const { providerId, email, domain, ...wishes } = input;
  const id = providerId ?? (await findConnectionOfDomain(ctx, domain ?? (email ?? "").split("@").at(-1) ?? ""));
  if (id === null) throw new SignInError("PROVIDER_NOT_FOUND");
  const started = await start(ctx, id, { loginHint: email, email, ...wishes }).catch(throwSignInError);
  return socialStarted({}, started);
}

function throwSignInError(error: unknown): never {
  if (!isSocialFailure(error)) throw error;
  if (error.code !== "temporarily_unavailable") throw new SignInError("PROVIDER_NOT_FOUND");
  const message = "The identity provider does not answer. Please try again later.";
  throw new SignInError("SERVICE_UNAVAILABLE", { message });
}

export const OpenSsoQuery = SocialStartQuery.extend({
  login_hint: LoginHint.optional(),
  prompt: Prompt,
  max_age: z
    .string()
    .regex(/^\d{1,8}$/, MAX_AGE)
    .transform(Number)
    .optional()
    .meta({ description: "As `maxAge` of `/sign-in/sso`.", example: "3600" }),
  acr_values: AcrValues,
});
type OpenSsoInput = z.infer<typeof OpenSsoQuery> & { connectionId: string };

/** Starts a sign-in by a connection from a link: the browser is redirected immediately. */
export async function openSsoSignIn(ctx: UserContext, input: OpenSsoInput): Promise<SignInResult<null>> {
  const { connectionId, redirect_to, error_redirect_to, login_hint, prompt, max_age, acr_values } = input;
  const addresses = { callbackURL: redirect_to, errorCallbackURL: error_redirect_to };
  const proof = { prompt, maxAge: max_age, acrValues: acr_values };
  try {
    return openedSignIn(
      await start(ctx, connectionId, { ...addresses, loginHint: login_hint, email: login_hint, ...proof }),
    );
  } catch (error) {
    return refuseSso(ctx, { flow: null, connectionId }, error);
  }
}

async function start(
  ctx: UserContext,
  connectionId: string,
  wishes: SsoWishes,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const connection = await requireConnection(ctx, connectionId);
  return connection.protocol === "saml" ? startSaml(ctx, connection, wishes) : startOidc(ctx, connection, wishes);
}
