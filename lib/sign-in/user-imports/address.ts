import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { ProjectGrant } from "../project-keys/authorise";

export interface ImportAddress {
  projectId: string;
  importId: string;
}

/** Taking all users of a project in or out is for administrators, and for server keys of scope `admin`. */
export const TRANSFER_USERS: ProjectGrant = { scope: "admin", permission: "users:transfer" };

/** Returns the import, reached through a project that the caller has been let into. Throws `not_found`. */
export async function getImportInProject(ctx: Context, { projectId, importId }: ImportAddress) {
  const row = await ctx.db.userImport.findFirst({ where: { id: importId, projectId } });
  if (!row) throw new ServiceError("not_found", "Import not found.");
  return row;
}
