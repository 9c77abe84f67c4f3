import { ServiceError } from "@/lib/core/errors";
import { listSavedQueries } from "@/lib/sql/saved-queries/list";
import { findTableNames, TableNamesInput } from "@/lib/sql/tables/find-names";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the names in a database for the command palette: tables with `?search=` in them, and saved queries. */
export const GET = databaseHandler("findNamesInDatabase", {}, async (ctx, { databaseId }, { request }) => {
  const input = TableNamesInput.safeParse({ search: new URL(request.url).searchParams.get("search") ?? "" });
  if (!input.success) throw new ServiceError("invalid_request", "A search can be at most 128 characters.");
  const [found, queries] = await Promise.all([
    findTableNames(ctx, { databaseId, ...input.data }),
    listSavedQueries(ctx, { databaseId }),
  ]);
  return { ...found, queries: queries.map(({ id, name }) => ({ id, name })) };
});
