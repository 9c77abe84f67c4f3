import type { SignedInContext } from "../context";
import { type Passkey, toPasskey } from "./resource";

export async function listPasskeys(ctx: SignedInContext): Promise<Passkey[]> {
  const rows = await ctx.db.passkey.findMany({
    where: { userId: ctx.session.user.id, projectId: ctx.project.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toPasskey);
}
