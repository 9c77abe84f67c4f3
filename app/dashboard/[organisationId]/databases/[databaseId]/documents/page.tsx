import { Alert, Stack } from "@mantine/core";
import { CollectionList } from "@/components/dashboard/documents/collection-list";
import { UseFromPrograms } from "@/components/dashboard/documents/use-from-programs";
import { FormButton } from "@/components/ui/forms/form-button";
import { ListPage } from "@/components/ui/lists/list-page";
import { collectionTable } from "@/lib/sql/documents/collection";
import { listCollections } from "@/lib/sql/documents/list-collections";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { createCollection } from "./actions";
import { COLLECTION } from "./forms";

export const metadata = { title: "Documents" };

export default databasePage(async ({ databaseId, ctx, home, can, here }) => {
  const found = await readData(() => listCollections(ctx, { databaseId }));
  const create = can("data:write") && found.isDone && (
    <FormButton form={COLLECTION.form} action={here(createCollection)} command="create-collection" />
  );
  const base = `${home}/documents`;
  const collections = found.isDone ? found.value : [];
  return (
    <Stack gap="xl">
      <div>
        <ListPage
          heading={{ title: "Documents" }}
          create={create}
          isEmpty={found.isDone && collections.length === 0}
          empty={{
            title: "No collections yet",
            text: "Store JSON documents without defining a schema. Browse and edit them here, and query them from your app in plain SQL.",
          }}
        >
          {found.isDone ? (
            <CollectionList base={base} collections={collections} />
          ) : (
            <Alert color="red" variant="light">
              {found.message}
            </Alert>
          )}
        </ListPage>
      </div>
      <UseFromPrograms table={collectionTable(collections[0]?.name ?? "people")} />
    </Stack>
  );
});
