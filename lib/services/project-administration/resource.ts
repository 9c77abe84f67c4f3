import { z } from "zod";
import type { ProjectStatus } from "@/lib/sign-in/projects/resource";

export const ProjectStanding = z
  .object({
    projectId: z.string().meta({ example: "p_4k9x2m7q1w8e5r3t6y0u" }),
    status: z.enum(["active", "suspended", "banned"]),
  })
  .meta({ id: "ProjectStanding" });
export type ProjectStanding = z.infer<typeof ProjectStanding>;

/** A project as the operator finds it. Times are ISO 8601, UTC. */
export interface AdministeredProject {
  id: string;
  name: string;
  status: ProjectStatus;
  suspendedFor: string | null;
  /** A project of the service itself has `null`, and can't be suspended. */
  organisationId: string | null;
  organisationName: string | null;
  createdAt: string;
}

/** The operator's act on a project, or decision about a report of it. Times are ISO 8601, UTC. */
export interface ProjectAction {
  id: string;
  at: string;
  action: "suspended" | "banned" | "unsuspended" | "reported" | "resolved";
  /** The reason, the note, or the severity and resolution of a report. */
  text: string | null;
  /** The kind of actor: `operator` for the command line, `admin-key`, `operator-account`, `anonymous`. */
  by: string;
}
