import type { Context } from "@/lib/core/context";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import type { TestToken } from "./resource";

export async function listTestTokens(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<{ items: TestToken[] }> {
  await requireProject(ctx, projectId, { scope: "read", permission: "projects:read" });
  const rows = await ctx.db.testToken.findMany({
    where: { projectId, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    select: {
      id: true,
      userId: true,
      createdBy: true,
      createdAt: true,
      expiresAt: true,
      user: { select: { email: true } },
    },
  });
  const items = rows.map(({ id, userId, user, createdBy, createdAt, expiresAt }) => ({
    id,
    userId,
    email: user.email,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { items };
}
