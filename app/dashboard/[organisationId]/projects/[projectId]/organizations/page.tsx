import { OrganisationTable } from "@/components/dashboard/projects/user-organisations/organisation-table";
import { FormButton } from "@/components/ui/forms/form-button";
import { LinkButton } from "@/components/ui/link";
import { askedText, defineList, readListQuery } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { ListPage } from "@/components/ui/lists/list-page";
import { listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { projectPage } from "@/lib/web/current-project";
import { createUserOrganisation } from "./actions";
import { ORGANISATION } from "./forms";

export const metadata = { title: "Organisations of users" };

const PAGE_SIZE = 50;

const LIST = defineList({
  noun: "organisation",
  search: {
    name: "search",
    label: "Find organisations",
    placeholder: "Start of a name or slug, or an ID",
    maxLength: 128,
  },
});

/** `?search=` finds organisations by the start of a name or slug, and `?before=` shows older ones. */
export default projectPage(async ({ projectId, ctx, project, home, may, here, asked }) => {
  const query = readListQuery(LIST, asked);
  const search = query.search?.slice(0, 128) ?? "";
  const before = askedText(asked.before);
  const { items, nextCursor } = await listOrganisationsByOwner(ctx, { projectId, search, before, limit: PAGE_SIZE });
  const address = `${home}/organizations`;
  const create = may("users:write") ? (
    <FormButton form={ORGANISATION.form} action={here(createUserOrganisation)} command="create-user-organisation" />
  ) : null;
  const { enabled } = project.settings.organizations;
  return (
    <ListPage
      heading={{ title: "Organisations" }}
      create={create}
      isEmpty={items.length === 0 && search === "" && before === undefined}
      empty={{
        title: "No organisations yet",
        text: enabled
          ? "Users can work together in organisations, with roles and invitations. Your app creates them, or you do."
          : "Users can work together in organisations, with roles and invitations. Switch them on in the project's settings.",
        example: <code>{`await auth.organizations.create({ name: "Acme", slug: "acme" })`}</code>,
      }}
      next={enabled ? create : <LinkButton href={`${home}/settings`}>Open settings</LinkButton>}
    >
      <FilteredList {...{ list: LIST, address, query, items, nextCursor, before }}>
        <OrganisationTable address={address} organisations={items} />
      </FilteredList>
    </ListPage>
  );
});
