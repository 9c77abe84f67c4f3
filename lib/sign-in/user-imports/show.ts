import type { Context } from "@/lib/core/context";
import { requireProject } from "../project-keys/authorise";
import { getImportInProject, type ImportAddress, TRANSFER_USERS } from "./address";
import { toUserImport, type UserImport } from "./resource";

/** Returns how far an import is. Throws `project_not_found`, `not_found`. */
export async function showUserImport(ctx: Context, address: ImportAddress): Promise<UserImport> {
  await requireProject(ctx, address.projectId, TRANSFER_USERS);
  return toUserImport(await getImportInProject(ctx, address));
}
