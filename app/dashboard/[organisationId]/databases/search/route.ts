import { asTree } from "@/components/dashboard/databases/tree";
import { ServiceError } from "@/lib/core/errors";
import { DatabasePageInput, listDatabasePage } from "@/lib/hosting/databases/list-page";
import { organisationHandler } from "@/lib/web/define-dashboard-handler";

const MOST = 50;

/** Returns the databases, with their depth in the tree of branches, whose names contain `?name=`, for the command palette and for choosing one. */
export const GET = organisationHandler("findDatabases", {}, async (ctx, _, { request }) => {
  const search = new URL(request.url).searchParams.get("name") ?? "";
  const input = DatabasePageInput.safeParse({ search, limit: MOST });
  if (!input.success) throw new ServiceError("invalid_request", "A name can be at most 40 characters.");
  const { items } = await listDatabasePage(ctx, input.data);
  return {
    items: asTree(items)
      .slice(0, MOST)
      .map(({ item: { id, name, parentName }, depth }) => ({ id, name, parentName, depth })),
  };
});
