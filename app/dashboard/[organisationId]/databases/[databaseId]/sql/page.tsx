import type { Drafting } from "@/components/dashboard/editor/drafting";
import { SqlWorkspace } from "@/components/dashboard/editor/sql-workspace";
import { EmptyState } from "@/components/ui/empty-state";
import { listProjects } from "@/lib/sign-in/projects/list";
import type { Project } from "@/lib/sign-in/projects/resource";
import { STATEMENT_TIMEOUT_MS } from "@/lib/sql/customer-session/open";
import { listSavedQueries } from "@/lib/sql/saved-queries/list";
import { databasePage } from "@/lib/web/current-database";
import { previewUndo, undoChange } from "../history/actions";
import { createQuery, deleteQuery, updateQuery } from "./actions";

export const metadata = { title: "SQL" };

export default databasePage(async ({ organisationId, databaseId, ctx, database, home, can, here }) => {
  if (database.status !== "ready") {
    return (
      <EmptyState
        title="Not ready yet"
        text="You can run statements as soon as the database is ready. Its status is shown above."
      />
    );
  }
  const canWrite = can("data:write");
  const mayDraft = ctx.drafts !== null && canWrite && can("projects:write");
  const [queries, projects] = await Promise.all([
    listSavedQueries(ctx, { databaseId }),
    mayDraft ? listProjects(ctx, { organisationId }) : [],
  ]);
  return (
    <SqlWorkspace
      base={`${home}/sql`}
      databaseId={databaseId}
      canWrite={canWrite}
      limitSeconds={STATEMENT_TIMEOUT_MS / 1_000}
      drafting={mayDraft ? draftingOf(organisationId, projects) : null}
      queries={queries}
      queryVerbs={{
        create: here(createQuery),
        update: here(updateQuery),
        remove: here(deleteQuery),
      }}
      undoVerbs={canWrite ? { preview: here(previewUndo), undo: here(undoChange) } : null}
    />
  );
});

/** A draft counts against a project, and a suspended one gets none. */
function draftingOf(organisationId: string, projects: readonly Project[]): Drafting {
  const active = projects.filter(({ status }) => status === "active");
  return {
    projects: `/dashboard/${organisationId}/projects`,
    choices: active.map(({ id, name }) => ({ id, name })),
  };
}
