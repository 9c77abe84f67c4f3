import type { Metadata } from "next";
import type { Drafting } from "@/components/dashboard/editor/drafting";
import { SqlWorkspace } from "@/components/dashboard/editor/sql-workspace";
import { EmptyState } from "@/components/ui/empty-state";
import { hasPermission } from "@/lib/core/access/permissions";
import { listProjects } from "@/lib/sign-in/projects/list";
import type { Project } from "@/lib/sign-in/projects/resource";
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
  const mayDraft = ctx.drafts !== null && canWrite && hasPermission(member.role, "projects:write");
  const [queries, projects] = await Promise.all([
    listSavedQueries(ctx, { databaseId }),
    mayDraft ? listProjects(ctx, { organisationId }) : [],
  ]);
  return (
    <SqlWorkspace
      base={`/dashboard/${organisationId}/databases/${databaseId}/sql`}
      databaseId={databaseId}
      canWrite={canWrite}
      limitSeconds={STATEMENT_TIMEOUT_MS / 1_000}
      drafting={mayDraft ? draftingOf(organisationId, projects) : null}
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

/** A draft counts against a project, and a suspended one gets none. */
function draftingOf(organisationId: string, projects: readonly Project[]): Drafting {
  const active = projects.filter(({ status }) => status === "active");
  return {
    projects: `/dashboard/${organisationId}/projects`,
    choices: active.map(({ id, name }) => ({ id, name })),
  };
}
