import { z } from "zod";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { startFlow } from "../flows/flow";
import { SignInResult } from "../result";
import { type SocialStarted, socialStarted } from "../social/start-sign-in";
import { findConnectionOfDomain, requireConnection, type UsableConnection } from "./find-connection";
import { refuseSso } from "./outcome";

/** The person may have to sign in at the identity provider first. */
const FLOW_SECONDS = 600;

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
  })
  .refine(({ providerId, email, domain }) => providerId !== undefined || email !== undefined || domain !== undefined, {
    message: "providerId, email or domain is required",
  });
type StartSsoInput = z.infer<typeof StartSsoInput>;

/**
 * Starts a sign-in by a connection and returns the identity provider's address. Throws `PROVIDER_NOT_FOUND` where
 * none fits.
 */
export async function startSsoSignIn(ctx: UserContext, input: StartSsoInput): Promise<SignInResult<SocialStarted>> {
  const { providerId, email, domain, ...addresses } = input;
  const id = providerId ?? (await findConnectionOfDomain(ctx, domain ?? (email ?? "").split("@").at(-1) ?? ""));
  const started = id === null ? null : await start(ctx, id, addresses).catch(nullIfNone);
  if (started === null) throw new SignInError("PROVIDER_NOT_FOUND");
  return socialStarted({ provider: id ?? "" }, started);
}

function nullIfNone(error: unknown): null {
  if (isSocialFailure(error)) return null;
  throw error;
}

export const OpenSsoQuery = z.object({
  redirect_to: z.string().optional().meta({
    description: "Where the sign-in leads in the end: an address of the project's.",
    example: "https://app.example.com/welcome",
  }),
  error_redirect_to: z.string().optional().meta({
    description: "The same for a sign-in that fails; its address gets `error`.",
    example: "https://app.example.com/sign-in",
  }),
});
type OpenSsoInput = z.infer<typeof OpenSsoQuery> & { connectionId: string };

/** Starts a sign-in by a connection from a link: the browser is redirected immediately. */
export async function openSsoSignIn(ctx: UserContext, input: OpenSsoInput): Promise<SignInResult<null>> {
  const { connectionId } = input;
  const addresses = { callbackURL: input.redirect_to, errorCallbackURL: input.error_redirect_to };
  try {
    const { url, cookie } = await start(ctx, connectionId, addresses);
    return new SignInResult(null, { redirect: url, cookies: [cookie] });
  } catch (error) {
    return refuseSso(ctx, { flow: null, connectionId }, error);
  }
}

interface Addresses {
  callbackURL?: string | undefined;
  newUserCallbackURL?: string | undefined;
  errorCallbackURL?: string | undefined;
}

/** The request's ID names the flow, which only this browser can end. */
async function start(
  ctx: UserContext,
  connectionId: string,
  { callbackURL, newUserCallbackURL, errorCallbackURL }: Addresses,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const connection = await requireConnection(ctx, connectionId);
  const { id, cookie } = await startFlow(ctx, {
    kind: "sso",
    data: {
      connectionId,
      callbackURL: callbackURL ?? null,
      newUserCallbackURL: newUserCallbackURL ?? null,
      errorCallbackURL: errorCallbackURL ?? null,
    },
    lifetimeSeconds: FLOW_SECONDS,
  });
  return { url: await requestUrlFor(ctx, connection, id), cookie };
}

function requestUrlFor(ctx: UserContext, connection: UsableConnection, flowId: string): Promise<string> {
  const { serviceProvider, identityProvider } = connection;
  return ctx.signIn.saml.requestUrl(serviceProvider, identityProvider, requestIdOf(flowId));
}

/** An XML ID must not begin with a digit, and the underscore is what SAML's examples have. */
export function requestIdOf(flowId: string): string {
  return `_${flowId}`;
}
