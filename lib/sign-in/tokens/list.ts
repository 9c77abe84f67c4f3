import type { Context } from "@/lib/core/context";
import type { SigningKeyView } from "./resource";
import { authoriseForKeys } from "./signing-keys";

export async function listSigningKeys(ctx: Context, { projectId }: { projectId: string }): Promise<SigningKeyView[]> {
  await authoriseForKeys(ctx, projectId, "projects:read");
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
