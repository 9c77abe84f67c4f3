import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ProjectId } from "@/lib/core/id-schemas";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import type { ProjectStanding } from "./resource";

export const UnsuspendProjectInput = z.strictObject({
  projectId: ProjectId.meta({ example: "p_4k9x2m7q1w8e5r3t6y0u" }),
  note: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({
      description: "The project's organisation reads it in its audit log.",
      example: "The page is gone.",
      form: {
        label: "Note",
        note: "The organisation can read it in its audit log.",
        kind: "prose",
        fault: "Enter a note, of at most 500 characters.",
      },
    }),
});
type UnsuspendProjectInput = z.infer<typeof UnsuspendProjectInput>;

/** Lifts a suspension; repeating it changes nothing. Throws `project_not_found`, and `conflict` for a banned project. */
export async function unsuspendProject(
  ctx: Context,
  { projectId, note }: UnsuspendProjectInput,
): Promise<ProjectStanding> {
  const { id, status } = await setProjectStatus(ctx, { projectId, status: "active", reason: note });
  return { projectId: id, status };
}
