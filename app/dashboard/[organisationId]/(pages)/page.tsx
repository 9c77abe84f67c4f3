import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { DeletedDatabases } from "@/components/dashboard/databases/deleted-databases";
import { QuotaLine } from "@/components/dashboard/databases/quota-line";
import { FirstSteps } from "@/components/dashboard/overview/first-steps";
import overview from "@/components/dashboard/overview/overview.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChip } from "@/components/ui/filter-chip";
import { FormButton } from "@/components/ui/forms/form-button";
import { LinkButton } from "@/components/ui/link";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { hasPermission } from "@/lib/core/access/permissions";
import { readFirstSteps } from "@/lib/hosting/databases/first-steps";
import { DatabasePageInput, listDatabasePage } from "@/lib/hosting/databases/list-page";
import { MAX_NAME_LENGTH } from "@/lib/hosting/databases/name";
import { listDeletedDatabases } from "@/lib/hosting/deleted-databases/list";
import { showOrganisation } from "@/lib/people/organisations/show";
import { requireMember } from "@/lib/web/current-member";
import { orNotFound } from "@/lib/web/or-not-found";
import { bringBackDatabase, createDatabase, dropDeletedDatabase } from "../database-actions";
import { BRING_BACK, DATABASE } from "../database-forms";

const FILTERS = [
  ["mine", "Mine"],
  ["branches", "Branches"],
  ["large", "Over 1 GB"],
] as const;

export default async function DatabasesPage({ params, searchParams }: PageProps<"/dashboard/[organisationId]">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  const input = DatabasePageInput.catch({ search: "", limit: 50 }).parse(await searchParams);
  const { search, filter, before } = input;
  const [{ items, nextCursor, isCut }, { usage }] = await Promise.all([
    orNotFound(() => listDatabasePage(ctx, { search, filter, before, limit: 50 })),
    showOrganisation(ctx, { organisationId }),
  ]);
  const create = hasPermission(member.role, "databases:write") ? createDatabase.bind(null, organisationId) : null;
  const createButton = create && <FormButton form={DATABASE.form} action={create} command="create-database" />;
  const address = `/dashboard/${organisationId}`;
  const shown = { ...(search && { search }), ...(filter && { filter }) };
  const to = (query: Record<string, string>) => `${address}?${new URLSearchParams(query)}`;
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
              keys={hasPermission(member.role, "keys:write") ? `${address}/keys` : null}
              projects={hasPermission(member.role, "projects:write") ? `${address}/projects` : null}
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
      <ListToolbar
        search={
          <SearchField
            address={address}
            name="search"
            label="Find a database"
            placeholder="Find by name"
            value={search}
            kept={filter ? { filter } : {}}
            maxLength={MAX_NAME_LENGTH}
          />
        }
        count={
          nextCursor ? `${items.length} shown` : `${items.length} ${items.length === 1 ? "database" : "databases"}`
        }
      >
        {FILTERS.map(([value, label]) => (
          <FilterChip
            key={value}
            href={to({ ...(search && { search }), ...(value !== filter && { filter: value }) })}
            isOn={value === filter}
          >
            {label}
          </FilterChip>
        ))}
      </ListToolbar>
      {items.length > 0 ? (
        <DatabaseTree organisationId={organisationId} databases={items} />
      ) : (
        <EmptyState title="No matching databases" text="Try a shorter part of the name, or remove a filter." />
      )}
      {isCut && <p>Not all branches are listed here. Search for one by name, or open its database.</p>}
      {nextCursor && (
        <LinkButton href={to({ ...shown, before: nextCursor })} variant="default" mt="md">
          Older
        </LinkButton>
      )}
      <QuotaLine quotas={usage} href={`${address}/usage`} />
      {search === "" && <RecentlyDeleted organisationId={organisationId} />}
    </>
  );
}

async function RecentlyDeleted({ organisationId }: { organisationId: string }) {
  const { member, ctx } = await requireMember(organisationId);
  const databases = await listDeletedDatabases(ctx, { organisationId });
  if (databases.length === 0) return null;
  const changes = hasPermission(member.role, "databases:write")
    ? {
        form: BRING_BACK.form,
        bringBack: bringBackDatabase.bind(null, organisationId),
        drop: dropDeletedDatabase.bind(null, organisationId),
      }
    : null;
  return <DeletedDatabases databases={databases} changes={changes} />;
}
