import type { Metadata } from "next";
import { SqlWorkspace } from "@/components/dashboard/editor/sql-workspace";
import { EmptyState } from "@/components/ui/empty-state";
import { hasPermission } from "@/lib/core/access/permissions";
import { STATEMENT_TIMEOUT_MS } from "@/lib/sql/customer-session/open";
import { listSavedQueries } from "@/lib/sql/saved-queries/list";
import { requireDatabase } from "@/lib/web/current-database";
import { previewUndo, undoChange } from "../history/actions";
import { createQuery, deleteQuery, updateQuery } from "./actions";

export const metadata: Metadata = { title: "SQL" };

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/sql">;

export default async function SqlPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member, database } = await requireDatabase(organisationId, databaseId);
  if (database.status !== "ready") {
    return (
      <EmptyState
        title="Not ready yet"
        text="You can run statements as soon as the database is ready. Its status is shown above."
      />
    );
  }
  const canWrite = hasPermission(member.role, "data:write");
  const queries = await listSavedQueries(ctx, { databaseId });
  return (
    <SqlWorkspace
      base={`/dashboard/${organisationId}/databases/${databaseId}/sql`}
      databaseId={databaseId}
      canWrite={canWrite}
      limitSeconds={STATEMENT_TIMEOUT_MS / 1_000}
      queries={queries}
      queryVerbs={{
        create: createQuery.bind(null, organisationId, databaseId),
        update: updateQuery.bind(null, organisationId, databaseId),
        remove: deleteQuery.bind(null, organisationId, databaseId),
      }}
      undoVerbs={
        canWrite
          ? {
              preview: previewUndo.bind(null, organisationId, databaseId),
              undo: undoChange.bind(null, organisationId, databaseId),
            }
          : null
      }
    />
  );
}
