import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { DeletedDatabases } from "@/components/dashboard/databases/deleted-databases";
import { QuotaLine } from "@/components/dashboard/databases/quota-line";
import { FirstSteps } from "@/components/dashboard/overview/first-steps";
import overview from "@/components/dashboard/overview/overview.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { FormButton } from "@/components/ui/forms/form-button";
import { defineList } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { readFirstSteps } from "@/lib/hosting/databases/first-steps";
import { DatabasePageInput, listDatabasePage } from "@/lib/hosting/databases/list-page";
import { MAX_NAME_LENGTH } from "@/lib/hosting/databases/name";
import { listDeletedDatabases } from "@/lib/hosting/deleted-databases/list";
import { showOrganisation } from "@/lib/people/organisations/show";
import { memberPage, requireMember } from "@/lib/web/current-member";
import { bringBackDatabase, createDatabase, dropDeletedDatabase } from "../database-actions";
import { BRING_BACK, DATABASE } from "../database-forms";

const LIST = defineList({
  noun: "database",
  search: { name: "search", label: "Find a database", placeholder: "Find by name", maxLength: MAX_NAME_LENGTH },
  filters: [
    {
      name: "filter",
      choices: [
        { id: "mine", label: "Mine" },
        { id: "branches", label: "Branches" },
        { id: "large", label: "Over 1 GB" },
      ],
    },
  ],
});

export default memberPage(async ({ organisationId, ctx, can, here, home, asked }) => {
  const input = DatabasePageInput.catch({ search: "", limit: 50 }).parse(asked);
  const { search, filter, before } = input;
  const [{ items, nextCursor, isCut }, { usage }] = await Promise.all([
    listDatabasePage(ctx, { search, filter, before, limit: 50 }),
    showOrganisation(ctx, { organisationId }),
  ]);
  const create = can("databases:write") ? here(createDatabase) : null;
  const createButton = create && <FormButton form={DATABASE.form} action={create} command="create-database" />;
  const query = { ...(search && { search }), ...(filter && { filter }) };
  if (usage.databases.used + usage.branches.used === 0) {
    return (
      <>
        <PageHeading title="Databases" />
        <EmptyState
          title="No databases yet"
          text={
            create
              ? "A PostgreSQL database of your own, ready in a second or two. Then connect your app, or write SQL here."
              : "Developers, admins and owners can create databases."
          }
        />
        {create && (
          <div className={overview.firstHour}>
            <FirstSteps
              {...(await readFirstSteps(ctx, { databaseId: null }))}
              hasTable={false}
              database={null}
              create={createButton}
              keys={can("keys:write") ? `${home}/keys` : null}
              projects={can("projects:write") ? `${home}/projects` : null}
            />
          </div>
        )}
        <RecentlyDeleted organisationId={organisationId} />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Databases">{createButton}</PageHeading>
      <FilteredList {...{ list: LIST, address: home, query, items, nextCursor, before }}>
        <DatabaseTree organisationId={organisationId} databases={items} />
        {isCut && <p>Not all branches are listed here. Search for one by name, or open its database.</p>}
      </FilteredList>
      <QuotaLine quotas={usage} href={`${home}/usage`} />
      {search === "" && <RecentlyDeleted organisationId={organisationId} />}
    </>
  );
});

async function RecentlyDeleted({ organisationId }: { organisationId: string }) {
  const { can, ctx } = await requireMember(organisationId);
  const databases = await listDeletedDatabases(ctx, { organisationId });
  if (databases.length === 0) return null;
  const changes = can("databases:write")
    ? {
        form: BRING_BACK.form,
        bringBack: bringBackDatabase.bind(null, organisationId),
        drop: dropDeletedDatabase.bind(null, organisationId),
      }
    : null;
  return <DeletedDatabases databases={databases} changes={changes} />;
}
