import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { toProject } from "@/lib/sign-in/projects/resource";
import type { AdministeredProject } from "./resource";

export const FindAdministeredProjectsInput = z.object({
  /** A part of the project's name or its organisation's, or the id of one of them. */
  search: z.string().trim().max(64).default(""),
  status: z.enum(["active", "suspended", "banned"]).optional(),
  /** The `nextCursor` of the page before. */
  before: z.string().max(512).optional(),
  limit: z.int().min(1).max(200).default(50),
});
type FindAdministeredProjectsInput = z.input<typeof FindAdministeredProjectsInput>;

/** Returns projects of all organisations, newest first. Throws `invalid_request` for a cursor of another list. */
export async function findAdministeredProjects(
  ctx: Context,
  input: FindAdministeredProjectsInput,
): Promise<Page<AdministeredProject>> {
  requireAdministration(ctx);
  const { search, status, before, limit } = FindAdministeredProjectsInput.parse(input);
  const list = ["administered-projects", search, status ?? ""];
  const named = { contains: search.replaceAll(/[\\%_]/g, String.raw`\$&`), mode: "insensitive" as const };
  const rows = await ctx.db.project.findMany({
    where: {
      AND: [
        { deletedAt: null, ...(status && { status }) },
        search === ""
          ? {}
          : { OR: [{ id: search }, { organisationId: search }, { name: named }, { organisation: { name: named } }] },
        afterCursor(readCursor(ctx, list, before)),
      ],
    },
    select: {
      id: true,
      name: true,
      status: true,
      suspendedFor: true,
      organisationId: true,
      builtInAs: true,
      createdAt: true,
      organisation: { select: { name: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, (row) => ({
    id: row.id,
    name: row.name,
    status: toProject(row).status,
    suspendedFor: row.suspendedFor,
    organisationId: row.organisationId,
    organisationName: row.organisation?.name ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
