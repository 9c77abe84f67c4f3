import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { Project } from "./resource";

const MOST = 50;

export const FindProjectsInput = z.object({ organisationId: z.string(), name: z.string().trim().max(64) });
type FindProjectsInput = z.infer<typeof FindProjectsInput>;

/** Returns the projects of an organisation whose names contain the text, in the order of their names. */
export async function findProjectsByName(
  ctx: Context,
  { organisationId, name }: FindProjectsInput,
): Promise<Pick<Project, "id" | "name">[]> {
  requireMemberPermission(ctx, organisationId, "projects:read");
  return ctx.db.$queryRaw<Pick<Project, "id" | "name">[]>`
    select id, name from project
    where organisation_id = ${organisationId} and deleted_at is null and strpos(lower(name), lower(${name})) > 0
    order by lower(name), id limit ${MOST}`;
}
