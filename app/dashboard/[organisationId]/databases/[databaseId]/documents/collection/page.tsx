import { Alert, Stack, Text } from "@mantine/core";
import { notFound } from "next/navigation";
import { collectionAddress } from "@/components/dashboard/documents/collection";
import { CollectionBrowser } from "@/components/dashboard/documents/collection-browser";
import { DocumentFilter as FilterForm } from "@/components/dashboard/documents/document-filter";
import { UseFromPrograms } from "@/components/dashboard/documents/use-from-programs";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { DangerZone } from "@/components/ui/danger-zone";
import { PageHeading } from "@/components/ui/page-heading";
import { JsonText } from "@/lib/core/json-text";
import { browseDocuments } from "@/lib/sql/documents/browse";
import { collectionTable } from "@/lib/sql/documents/collection";
import { MAX_UNDOABLE_DOCUMENTS } from "@/lib/sql/documents/import";
import { DocumentFilters } from "@/lib/sql/documents/path-filter";
import { PATH_OPERATORS, type PathOperator } from "@/lib/sql/documents/resource";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { titledBy } from "@/lib/web/titles";
import { undoChange } from "../../history/actions";
import {
  countDocuments,
  deleteCollection,
  deleteDocuments,
  readDocument,
  saveDocument,
  setJsonSchema,
} from "../actions";

export const generateMetadata = titledBy("name", (name) => name || "Collection");

const Filters = JsonText.pipe(DocumentFilters);
const OPERATORS = Object.keys(PATH_OPERATORS) as PathOperator[];

export default databasePage(async ({ databaseId, ctx, home, can, here, asked: search }) => {
  const name = typeof search.name === "string" ? search.name : "";
  const filters = typeof search.filters === "string" ? Filters.safeParse(search.filters).data : [];
  if (name === "" || !filters) notFound();
  const cursor = typeof search.cursor === "string" ? search.cursor : undefined;
  const found = await readData(() => browseDocuments(ctx, { databaseId, collection: name, filters, cursor }));
  const base = `${home}/documents`;
  const canWrite = can("data:write");
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <PageHeading title={<bdi>{name}</bdi>} parent={{ href: base, label: "Documents" }} />
        {found.isDone ? (
          <CollectionBrowser
            key={collectionAddress("", name, { filters, cursor })}
            base={base}
            filters={filters}
            canWrite={canWrite}
            page={found.value}
            operators={OPERATORS}
            maxUndoable={MAX_UNDOABLE_DOCUMENTS}
            saveDocument={here(saveDocument, name)}
            readDocument={here(readDocument, name)}
            deleteDocuments={here(deleteDocuments, name)}
            countDocuments={here(countDocuments, name)}
            setJsonSchema={here(setJsonSchema, name)}
            undoChange={here(undoChange)}
          />
        ) : (
          <>
            <FilterForm base={base} collection={name} filters={filters} operators={OPERATORS} />
            <Alert color="red" variant="light" role="alert" title="Couldn't read the documents">
              {found.message}
            </Alert>
          </>
        )}
      </Stack>
      <UseFromPrograms table={collectionTable(name)} />
      {canWrite && found.isDone && (
        <DangerZone title="Delete">
          <Stack gap="sm" align="flex-start">
            <Text>
              Deletes the collection and its documents. A restore point is created first, which briefly drops all
              connections.
            </Text>
            <ConfirmByTyping title="Delete collection" name={name} action={here(deleteCollection, name)}>
              Restoring it brings the collection back, and reverts everything else that has changed since.
            </ConfirmByTyping>
          </Stack>
        </DangerZone>
      )}
    </Stack>
  );
});
