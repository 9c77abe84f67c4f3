import type { Context } from "@/lib/core/context";
import { toProject } from "@/lib/sign-in/projects/resource";
import type { ReportedProject } from "./resource";

/** Returns those of the projects that exist, by id. */
export async function findReportedProjects(
  ctx: Context,
  ids: readonly (string | null)[],
): Promise<Map<string, ReportedProject>> {
  const rows = await ctx.db.project.findMany({
    where: { id: { in: [...new Set(ids.filter((id) => id !== null))] }, deletedAt: null },
    select: {
      id: true,
      name: true,
      status: true,
      createdAt: true,
      organisationId: true,
      organisation: { select: { name: true } },
    },
  });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        status: toProject(row).status,
        organisationId: row.organisationId,
        organisationName: row.organisation?.name ?? null,
      },
    ]),
  );
}
