import { Alert, Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { z } from "zod";
import { collectionAddress } from "@/components/dashboard/documents/collection";
import { CollectionBrowser } from "@/components/dashboard/documents/collection-browser";
import { DocumentFilter as FilterForm } from "@/components/dashboard/documents/document-filter";
import { UseFromPrograms } from "@/components/dashboard/documents/use-from-programs";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { DangerZone } from "@/components/ui/danger-zone";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { browseDocuments } from "@/lib/sql/documents/browse";
import { collectionTable } from "@/lib/sql/documents/collection";
import { MAX_UNDOABLE_DOCUMENTS } from "@/lib/sql/documents/import";
import { DocumentFilters } from "@/lib/sql/documents/path-filter";
import { PATH_OPERATORS, type PathOperator } from "@/lib/sql/documents/resource";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { namedBy } from "@/lib/web/titles";
import { undoChange } from "../../history/actions";
import {
  countDocuments,
  deleteCollection,
  deleteDocuments,
  readDocument,
  saveDocument,
  setJsonSchema,
} from "../actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/documents/collection">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: namedBy((await searchParams).name) || "Collection" };
}

const OPERATORS = Object.keys(PATH_OPERATORS) as PathOperator[];

export default async function CollectionPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const search = await searchParams;
  const name = typeof search.name === "string" ? search.name : "";
  const filters = filtersOf(search.filters);
  if (name === "" || !filters) notFound();
  const cursor = typeof search.cursor === "string" ? search.cursor : undefined;
  const found = await readData(() => browseDocuments(ctx, { databaseId, collection: name, filters, cursor }));
  const base = `/dashboard/${organisationId}/databases/${databaseId}/documents`;
  const inDatabase = [null, organisationId, databaseId] as const;
  const inCollection = [null, organisationId, databaseId, name] as const;
  const canWrite = hasPermission(member.role, "data:write");
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
            saveDocument={saveDocument.bind(...inCollection)}
            readDocument={readDocument.bind(...inCollection)}
            deleteDocuments={deleteDocuments.bind(...inCollection)}
            countDocuments={countDocuments.bind(...inCollection)}
            setJsonSchema={setJsonSchema.bind(...inCollection)}
            undoChange={undoChange.bind(...inDatabase)}
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
            <ConfirmByTyping title="Delete collection" name={name} action={deleteCollection.bind(...inCollection)}>
              Restoring it brings the collection back, and reverts everything else that has changed since.
            </ConfirmByTyping>
          </Stack>
        </DangerZone>
      )}
    </Stack>
  );
}

/** Returns the filters that the address holds; `null` when they are not valid. */
function filtersOf(text: string | string[] | undefined): z.infer<typeof DocumentFilters> | null {
  if (typeof text !== "string") return [];
  try {
    return DocumentFilters.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
