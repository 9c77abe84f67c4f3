import type { Context } from "@/lib/core/context";
import { listProjectsWithKeys, rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";

/** Takes the due step in the rotation of each project's keys. One project's failure does not stop the others. */
export async function rotateAllSigningKeys(ctx: Context): Promise<void> {
  for (const projectId of await listProjectsWithKeys(ctx)) {
    try {
      const step = await rotateSigningKeys(ctx, { projectId });
      if (step !== "none") ctx.log.info({ projectId, step }, "signing keys");
    } catch (error) {
      ctx.log.error({ err: error, projectId }, "signing keys were not rotated");
    }
  }
}
