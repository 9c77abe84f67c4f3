import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";

export interface SigningKeyView {
  id: string;
  algorithm: string;
  status: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export async function listSigningKeys(ctx: Context, { projectId }: { projectId: string }): Promise<SigningKeyView[]> {
  requireOperator(ctx);
  const rows = await ctx.db.signingKey.findMany({
    where: { projectId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(({ id, algorithm, status, createdAt }) => ({
    id,
    algorithm,
    status,
    createdAt: createdAt.toISOString(),
  }));
}
