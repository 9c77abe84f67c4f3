import { z } from "zod";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { hostedPageAddress } from "../pages/address";
import { SignInResult } from "../result";
import { SessionStarted, TwoFactorRequired } from "../sessions/replies";
import { Session, toWireSession } from "../sessions/resource";
import { type ConsumeMagicLinkInput, consumeMagicLink, MagicLinkNumber, MagicLinkToken } from "./consume";

const Onward = { callbackURL: z.string().nullable().meta({ example: "https://app.example.com/welcome" }) };

export const MagicLinkSignedIn = z.union([SessionStarted.extend(Onward), TwoFactorRequired.extend(Onward)]);

/** Signs in with a mailed link and returns the address to go on to. Throws the errors of `consumeMagicLink`. */
export async function signInWithMagicLink(
  ctx: UserContext,
  input: z.infer<typeof ConsumeMagicLinkInput>,
): Promise<SignInResult<z.infer<typeof MagicLinkSignedIn>>> {
  const done = await consumeMagicLink(ctx, input);
  const { signedIn, callbackURL } = done.body;
  return done.with({ ...signedIn, callbackURL });
}

export const MagicLinkQuery = z.object({
  token: MagicLinkToken,
  number: MagicLinkNumber.optional(),
  callbackURL: z.string().optional(),
  newUserCallbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
});
type MagicLinkQuery = z.infer<typeof MagicLinkQuery>;

export const MagicLinkFollowed = SessionStarted.extend({ session: Session }).meta({ id: "MagicLinkFollowed" });

/**
 * Signs in with a mailed link by GET. The browser is sent to the address to go on to, with a failure as `?error=`, or
 * to the page of a due second factor. Throws the errors of `consumeMagicLink` when no address is given.
 */
export async function followMagicLink(
  ctx: UserContext,
  query: MagicLinkQuery,
): Promise<SignInResult<z.infer<typeof MagicLinkFollowed> | z.infer<typeof TwoFactorRequired> | null>> {
  const { token, number, callbackURL, newUserCallbackURL } = query;
  try {
    const done = await consumeMagicLink(ctx, { token, number });
    const { signedIn, isNewUser } = done.body;
    const onward = isNewUser ? (newUserCallbackURL ?? callbackURL) : callbackURL;
    if ("twoFactorRedirect" in signedIn) {
      const page = hostedPageAddress(ctx, ctx.project.id, "two-factor");
      return done.with(signedIn, { redirect: onward === undefined ? undefined : page });
    }
    const session = await sessionOf(ctx, signedIn.token, signedIn.user.id);
    return done.with({ ...signedIn, session }, { redirect: onward });
  } catch (error) {
    const failedTo = query.errorCallbackURL ?? callbackURL;
    if (!(error instanceof SignInError) || failedTo === undefined) throw error;
    const url = new URL(failedTo, ctx.baseUrl);
    url.searchParams.set("error", error.code);
    return new SignInResult(null, { redirect: url.href, cookies: error.cookies });
  }
}

async function sessionOf(ctx: UserContext, id: string, userId: string): Promise<Session> {
  const row = await ctx.db.session.findUniqueOrThrow({ where: { id } });
  return toWireSession(row, userId);
}
