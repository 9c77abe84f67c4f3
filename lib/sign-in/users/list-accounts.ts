import { z } from "zod";
import type { SignedInContext } from "../context";

const Account = z
  .object({
    id: z.string().meta({ example: "acc_4k9x2m7q1w8e5r3t6y0u" }),
    accountId: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    providerId: z.string().meta({ example: "credential" }),
    userId: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    scopes: z.array(z.string()),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    updatedAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
  })
  .meta({ id: "Account" });

export const AccountList = z.array(Account);

/** Returns the user's ways to sign in. `credential` is a password, whose `accountId` is the user's id. */
export async function listAccounts(ctx: SignedInContext): Promise<z.infer<typeof AccountList>> {
  const rows = await ctx.db.account.findMany({
    where: { userId: ctx.session.user.id, projectId: ctx.project.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, accountId, providerId, userId, scopes, createdAt, updatedAt }) => ({
    id,
    accountId,
    providerId,
    userId,
    scopes,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}
