import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ProjectId } from "@/lib/core/id-schemas";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import type { ProjectStanding } from "./resource";

export const SuspendProjectInput = z.strictObject({
  projectId: ProjectId.meta({ example: "p_4k9x2m7q1w8e5r3t6y0u" }),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({
      description: "The project's organisation reads it.",
      example: "Sends spam.",
      form: {
        label: "Reason",
        note: "The organisation reads it.",
        kind: "prose",
        fault: "Enter a reason, of at most 500 characters.",
      },
    }),
});
type SuspendProjectInput = z.infer<typeof SuspendProjectInput>;

/** Suspends a project; repeating it changes nothing. Throws `project_not_found`, `conflict`. */
export async function suspendProject(ctx: Context, input: SuspendProjectInput): Promise<ProjectStanding> {
  const { id, status } = await setProjectStatus(ctx, { ...input, status: "suspended" });
  return { projectId: id, status };
}
