import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { recordSecurityEvent } from "../events/record";
import { TEST_TOKEN_GRANT } from "./create";

/** Revokes a token, even in a suspended project, since it may have leaked. Throws `not_found`, also for a used one. */
export async function revokeTestToken(
  ctx: Context,
  { projectId, testTokenId }: { projectId: string; testTokenId: string },
): Promise<void> {
  const { organisationId } = await requireProject(ctx, projectId, TEST_TOKEN_GRANT);
  await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.$queryRaw<{ userId: string }[]>`
      delete from test_token where id = ${testTokenId} and project_id = ${projectId} returning user_id as "userId"`;
    if (!row) throw new ServiceError("not_found", "Testing token not found.");
    await recordAudit(tx, { organisationId, action: "test_token.revoke", targetId: testTokenId, data: { projectId } });
    const inProject = { ...tx, project: { id: projectId }, userAgent: "" };
    const event = { kind: "test_token.revoke", outcome: "accepted", userId: row.userId } as const;
    await recordSecurityEvent(inProject, { ...event, data: { testTokenId } });
  });
}
