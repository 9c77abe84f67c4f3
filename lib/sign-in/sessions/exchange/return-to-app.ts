import { z } from "zod";
import type { SignedInContext, UserContext } from "../../context";
import { SignInResult } from "../../result";
import { createAuthorizationCode } from "./create-code";

export const ReturnQuery = z.object({
  redirect_to: z.string().max(2_048).optional().meta({ example: "https://app.example.com/callback" }),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "Invalid code challenge")
    .optional()
    .meta({
      description: "Asks for a code: BASE64URL(SHA-256(verifier)), RFC 7636.",
      example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    }),
  state: z.string().max(512).optional().meta({ description: "Given back as it is.", example: "af0ifjsldkj" }),
});
type ReturnQuery = z.infer<typeof ReturnQuery>;

/**
 * Sends the browser from a hosted page back to an address that the project lists, with a code for the app's server if
 * there is a code challenge. A browser without a session is sent to the sign-in page.
 */
export async function returnToApp(ctx: UserContext, query: ReturnQuery): Promise<SignInResult<null>> {
  const { session } = ctx;
  const here = `${ctx.baseUrl}/auth/${ctx.project.id}`;
  if (session === null) {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return new SignInResult(null, { redirect: `${here}/sign-in?${new URLSearchParams(given)}` });
  }
  const target = new URL(query.redirect_to ?? `${here}/account`, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
  if (query.code_challenge !== undefined) {
    const signedIn: SignedInContext = { ...ctx, session };
    target.searchParams.set("code", await createAuthorizationCode(signedIn, { codeChallenge: query.code_challenge }));
    if (query.state !== undefined) target.searchParams.set("state", query.state);
  }
  return new SignInResult(null, { redirect: target.href });
}
