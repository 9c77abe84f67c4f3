import { requireUser } from "@/lib/core/access/require-member-permission";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignInContext } from "@/lib/sign-in/context";
import { recordSecurityEvent } from "@/lib/sign-in/events/record";
import { hostedPageAddress } from "@/lib/sign-in/pages/address";
import { providerSignOutUrl } from "@/lib/sign-in/sso/logout/provider-url";
import { getDashboardProjectId } from "./dashboard-project";

interface SignOutInput {
  sessionId: string;
  userAgent: string;
}

interface SignedOut {
  /** The page that says so. */
  page: string;
  /**
   * The address at which the browser signs out at the company's identity provider first, if the session began there.
   */
  providerUrl: string | null;
}

/** Ends the session of the account itself, however it began, so that copies of its cookies are worthless too. */
export async function signOutOfDashboard(
  ctx: SignInContext,
  { sessionId, userAgent }: SignOutInput,
): Promise<SignedOut> {
  const userId = await userOf(ctx);
  const projectId = await getDashboardProjectId(ctx);
  const where = { id: sessionId, projectId, userId };
  const select = { ssoSessionId: true, user: { select: { email: true } } } as const;
  const session = await ctx.db.session.findFirst({ where, select });
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.session.deleteMany({ where });
    if (count === 0) return;
    const request = { ...tx, project: { id: projectId }, userAgent };
    await recordSecurityEvent(request, { kind: "session.sign_out", outcome: "accepted", userId });
  });
  const again = new URLSearchParams({ redirect_to: `/auth/${projectId}/dashboard` });
  const page = `${hostedPageAddress(ctx, projectId, "signed-out")}?${again}`;
  const providerUrl = session && (await providerSignOutUrl({ ...ctx, project: { id: projectId } }, session, page));
  return { page, providerUrl };
}

/** A session by an organisation's connection acts as its member. */
async function userOf(ctx: SignInContext): Promise<string> {
  const { actor, db } = ctx;
  if (actor.kind !== "member") return requireUser(ctx);
  return (await db.member.findUniqueOrThrow({ where: { id: actor.id }, select: { userId: true } })).userId;
}
