import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { functionNotFound } from "@/lib/core/not-found";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "./access";
import type { FunctionContext } from "./context";
import { sealEnv } from "./environment";
import { FUNCTION_COLUMNS, type ProjectFunction, toFunction } from "./resource";
import { ScheduleInput } from "./schedules/cron";
import { setSchedules } from "./schedules/set";
import { FUNCTION_FIELDS, fromEgress } from "./settings";

const MOST_SCHEDULES = 100;

export const UpdateFunctionInput = z
  .strictObject({ ...FUNCTION_FIELDS, schedules: z.array(ScheduleInput).max(MOST_SCHEDULES) })
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), { message: "must have a field" })
  .meta({ example: { access: "public" } });
type UpdateFunctionInput = z.infer<typeof UpdateFunctionInput>;

/**
 * Changes the given settings; they hold for the next invocation. `env` replaces all variables of the version that
 * answers,
 * `schedules` all schedules. Throws `function_not_found`, `limit_reached`, `conflict` for variables without a version.
 */
export async function updateFunction(
  ctx: FunctionContext,
  { access, egress, webAddress, env, schedules, ...at }: FunctionAddress & UpdateFunctionInput,
): Promise<ProjectFunction> {
  const { id, project } = await getFunction(ctx, at, WRITE_FUNCTIONS);
  const given = {
    ...(access && { access }),
    ...(egress && fromEgress(egress)),
    ...(webAddress !== undefined && { hasWebAddress: webAddress }),
  };
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, project.organisationId, project.id);
    const data = { ...given, updatedAt: tx.clock.now() };
    const [row] = await tx.db.projectFunction.updateManyAndReturn({ where: { id }, data });
    if (!row) throw functionNotFound();
    if (env) {
      if (row.activeVersionId === null) throw new ServiceError("conflict", "Deploy a version first.");
      await tx.db.functionVersion.update({
        where: { id: row.activeVersionId },
        data: { ...sealEnv(tx, row.activeVersionId, env), envRevision: { increment: 1 } },
        select: { id: true },
      });
    }
    if (schedules) await setSchedules(tx, project, id, schedules);
    const fields = Object.entries({ access, egress, webAddress, env, schedules }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    const changed = { projectId: at.projectId, name: at.name, fields };
    const { organisationId } = project;
    await recordAudit(tx, { organisationId, action: "function.update", targetId: id, data: changed });
    const after = await tx.db.projectFunction.findUniqueOrThrow({ where: { id }, select: FUNCTION_COLUMNS });
    return toFunction(after, { tier: project.tier, contentUrl: tx.contentUrl });
  });
}
