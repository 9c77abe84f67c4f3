import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { isId } from "@/lib/core/ids";
import { isOneLine } from "@/lib/core/names";
import { requireProject } from "../project-keys/authorise";
import { READ_USERS } from "../users/user-address";
import { toOwnedOrganization, WITH_COUNT } from "./owned-organisation";
import type { OwnedOrganization } from "./resource";

export const ListOrganisationsInput = z.strictObject({
  search: z
    .string()
    .trim()
    .max(128)
    .refine(isOneLine, { message: "must not hold control characters" })
    .optional()
    .meta({ description: "The start of a name or slug; or an ID.", example: "acme" }),
  before: z.string().max(2_048).optional().meta({ description: "The `nextCursor` of the page before." }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).meta({ example: 100 }),
});

/** Returns a page of a project's organisations of users, newest first. Throws `project_not_found`. */
export async function listOrganisationsByOwner(
  ctx: Context,
  { projectId, search, before, limit }: z.output<typeof ListOrganisationsInput> & { projectId: string },
): Promise<Page<OwnedOrganization>> {
  await requireProject(ctx, projectId, READ_USERS);
  const list = ["user-organisations", projectId, search ?? ""];
  const rows = await ctx.db.userOrganisation.findMany({
    where: { AND: [{ projectId }, searched(search), afterCursor(readCursor(ctx, list, before))] },
    include: WITH_COUNT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, toOwnedOrganization);
}

function searched(search: string | undefined) {
  if (!search) return {};
  if (isId("userOrganisation", search)) return { id: search };
  const text = search.replace(/[\\%_]/g, "\\$&");
  return {
    OR: [{ slug: { startsWith: text.toLowerCase() } }, { name: { startsWith: text, mode: "insensitive" as const } }],
  };
}
