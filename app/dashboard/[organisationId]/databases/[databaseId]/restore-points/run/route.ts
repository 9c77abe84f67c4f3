import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { getDatabase } from "@/lib/hosting/databases/get";
import { DatabaseName } from "@/lib/hosting/databases/name";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

const restorePointId = z.string().max(64);
const Act = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("create"), name: z.string().max(400) }),
  z.strictObject({ act: z.literal("restore"), restorePointId, confirmation: z.string().max(400) }),
  z.strictObject({ act: z.literal("branch"), restorePointId, name: DatabaseName }),
  z.strictObject({ act: z.literal("delete"), restorePointId }),
]);

/** A handler rather than an action: the page goes on asking how far it came while this one copies. Answers an outcome. */
export const POST = defineDashboardHandler(
  {
    operationId: "runRestorePointAct",
    params: { databaseId: "database" },
    body: { schema: Act, maxBytes: 4_096 },
  },
  async (ctx, { params, body }) => {
    try {
      return { isDone: true, value: await runAct(ctx, params.databaseId ?? "", body) };
    } catch (error) {
      // A refusal is an answer like another, which the page shows where it was asked for.
      if (error instanceof ServiceError) return { isDone: false, message: error.message };
      throw error;
    }
  },
);

async function runAct(ctx: Context, databaseId: string, act: z.infer<typeof Act>): Promise<object> {
  switch (act.act) {
    case "create": {
      const { id } = await createRestorePoint(ctx, { databaseId, name: act.name });
      return { id };
    }
    case "restore": {
      const { name } = await getDatabase(ctx, { databaseId });
      if (act.confirmation.trim() !== name) throw new ServiceError("invalid_request", `Type ${name} to restore it.`);
      return restoreInPlace(ctx, { databaseId, restorePointId: act.restorePointId });
    }
    case "branch": {
      const { branch } = await createBranchFrom(ctx, {
        databaseId,
        restorePointId: act.restorePointId,
        name: act.name,
      });
      return { branchId: branch.id };
    }
    case "delete":
      return deleteRestorePoint(ctx, { databaseId, restorePointId: act.restorePointId });
  }
}
