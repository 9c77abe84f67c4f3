import { Text } from "@mantine/core";
import { IconGitBranch } from "@tabler/icons-react";
import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { FormButton } from "@/components/ui/forms/form-button";
import { ListPage } from "@/components/ui/lists/list-page";
import { getDatabaseWithBranches } from "@/lib/hosting/databases/get-with-branches";
import { memberPage } from "@/lib/web/current-member";
import { createBranch } from "../../../database-actions";
import { BRANCH } from "../../../database-forms";

export const metadata = { title: "Branches" };

export default memberPage<{ databaseId: string }>(async ({ organisationId, databaseId, ctx, can, here }) => {
  const { database, branches, isCut } = await getDatabaseWithBranches(ctx, { databaseId });
  const create = can("databases:write") && database.status === "ready" && (
    <FormButton
      form={{ ...BRANCH.form, ...branchWords(database.name) }}
      action={here(createBranch, databaseId)}
      command="create-branch"
      commandLabel={BRANCH.form.title}
      button={{ icon: <IconGitBranch size={16} aria-hidden /> }}
    />
  );
  return (
    <>
      <ListPage
        heading={{ title: "Branches" }}
        create={create}
        isEmpty={branches.length === 0}
        empty={{
          title: "No branches yet",
          text: "A branch is a full copy of the database where you can try things out.",
        }}
      >
        <DatabaseTree organisationId={organisationId} databases={branches} label="Branches" />
      </ListPage>
      {isCut && (
        <Text size="sm" c="dimmed" mt="sm">
          Not all branches are listed here. Search for one by name on the databases page.
        </Text>
      )}
    </>
  );
});

function branchWords(parent: string) {
  return {
    title: `Branch of ${parent}`,
    text: `A full copy of ${parent} with a password of its own. Connections to ${parent} are closed until the copy is finished.`,
  };
}
