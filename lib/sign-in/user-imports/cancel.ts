import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireProject } from "../project-keys/authorise";
import { getImportInProject, type ImportAddress, TRANSFER_USERS } from "./address";
import { endImport } from "./end";
import { toUserImport, type UserImport } from "./resource";

/** Ends an import and deletes its file; users who were imported stay. Throws `not_found`, `conflict` once it is over. */
export async function cancelUserImport(ctx: Context, address: ImportAddress): Promise<UserImport> {
  const { organisationId } = await requireProject(ctx, address.projectId, TRANSFER_USERS);
  await getImportInProject(ctx, address);
  return withTransaction(ctx, async (tx) => {
    const row = await endImport(tx, organisationId, address, { status: "cancelled" });
    if (!row) throw new ServiceError("conflict", "The import is over.");
    return toUserImport(row);
  });
}
