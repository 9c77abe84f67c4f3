import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { CreateBranchFromInput, createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { getDatabase } from "@/lib/hosting/databases/get";
import { CreateRestorePointInput, createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { RestorePointInput } from "@/lib/hosting/restore-points/resource";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { logRefusal } from "@/lib/http/log-refusal";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** The address of the page holds the database. */
const inPath = { databaseId: true } as const;
const Act = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("create"), ...CreateRestorePointInput.omit(inPath).shape }),
  z.strictObject({ act: z.literal("restore"), ...RestorePointInput.omit(inPath).shape, confirmation: Typed }),
  z.strictObject({ act: z.literal("branch"), ...CreateBranchFromInput.omit(inPath).shape }),
  z.strictObject({ act: z.literal("delete"), ...RestorePointInput.omit(inPath).shape }),
]);

/** Returns an outcome. It is no action, since the page goes on reading how far the copy came while this makes it. */
export const POST = databaseHandler(
  "runRestorePointAct",
  { body: { schema: Act, maxBytes: 4_096 } },
  async (ctx, act) => {
    try {
      return { isDone: true, value: await runAct(ctx, act) };
    } catch (error) {
      // The page shows a refusal where the act was asked for.
      logRefusal(ctx.log, error, { requestId: ctx.requestId, operation: "runRestorePointAct" });
      if (error instanceof ServiceError) return { isDone: false, message: error.message };
      throw error;
    }
  },
);

async function runAct(ctx: Context, act: z.infer<typeof Act> & { databaseId: string }): Promise<object> {
  const { databaseId } = act;
  switch (act.act) {
    case "create": {
      const { id } = await createRestorePoint(ctx, { databaseId, name: act.name });
      return { id };
    }
    case "restore": {
      const { name } = await getDatabase(ctx, { databaseId });
      requireTyped(act.confirmation, name);
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
