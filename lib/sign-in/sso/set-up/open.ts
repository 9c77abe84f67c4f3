import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { findLogOf } from "./log-of";

const SECRET_LENGTH = 43;

const SetUpToken = z.string().regex(/^[0-9A-Za-z]{43}$/);

/** Returns whether a link can be opened, and changes nothing: programs that scan mail open links. */
export async function isSetUpLinkOpenable(ctx: UserContext, token: string): Promise<boolean> {
  if (!SetUpToken.safeParse(token).success) return false;
  const where = { projectId: ctx.project.id, tokenHash: hashSecretText(token), expiresAt: { gt: ctx.clock.now() } };
  return (await ctx.db.ssoSetUpLink.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Exchanges a link's token for the cookie of the browser that opens it, once. Throws `INVALID_TOKEN` for one that is
 * unknown, opened, expired or revoked.
 */
export async function openSetUpLink(ctx: UserContext, { token }: { token: string }): Promise<BrowserCookie> {
  if (!SetUpToken.safeParse(token).success) throw new SignInError("INVALID_TOKEN");
  const secret = randomBase62(SECRET_LENGTH, ctx.random);
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const projectId = tx.project.id;
    const [opened] = await tx.db.ssoSetUpLink.updateManyAndReturn({
      where: { projectId, tokenHash: hashSecretText(token), expiresAt: { gt: now } },
      data: { tokenHash: null, cookieHash: hashSecretText(secret), openedAt: now },
      select: { id: true, connectionId: true, expiresAt: true },
    });
    if (!opened) throw new SignInError("INVALID_TOKEN");
    const { id, connectionId, expiresAt } = opened;
    const organisationId = await findLogOf(tx, connectionId);
    const actor = { kind: "sso-set-up", id, projectId, connectionId } as const;
    await recordAudit(
      { ...tx, actor },
      {
        ...{ organisationId, action: "sso_set_up.open" },
        ...{ targetId: connectionId, data: { projectId, linkId: id } },
      },
    );
    const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
    return { kind: "sso-set-up", value: secret, maxAgeSeconds };
  });
}
