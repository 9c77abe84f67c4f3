"use server";

import { DatabaseInput } from "@/lib/hosting/databases/name";
import { CollectionInput } from "@/lib/sql/documents/collection-name";
import { CountDocumentsInput, countDocuments as countDocumentsVerb } from "@/lib/sql/documents/count";
import { createCollection as createCollectionVerb } from "@/lib/sql/documents/create-collection";
import {
  DeleteDocumentsInput,
  deleteDocuments as deleteDocumentsVerb,
  MAX_DELETED_DOCUMENTS,
} from "@/lib/sql/documents/delete";
import { deleteCollection as deleteCollectionVerb } from "@/lib/sql/documents/delete-collection";
import { ReadDocumentInput, readDocument as readDocumentVerb } from "@/lib/sql/documents/read";
import { SaveDocumentInput, saveDocument as saveDocumentVerb } from "@/lib/sql/documents/save";
import { SetJsonSchemaInput, setJsonSchema as setJsonSchemaVerb } from "@/lib/sql/documents/set-json-schema";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAction } from "@/lib/web/define-action";
import { COLLECTION } from "./forms";

interface Place {
  organisationId: string;
  databaseId: string;
}

const homeOf = ({ organisationId, databaseId }: Place) =>
  `/dashboard/${organisationId}/databases/${databaseId}/documents`;

export const createCollection = defineAction(
  {
    operationId: "dashboardCreateCollection",
    input: DatabaseInput.extend(COLLECTION.input),
    args: ["databaseId"],
    isForm: true,
    messages: { name: ({ message }) => message },
    redirect: (input) => `${homeOf(input)}/collection?${new URLSearchParams({ name: input.name })}`,
  },
  createCollectionVerb,
);

export const deleteCollection = defineAction(
  {
    operationId: "dashboardDeleteCollection",
    input: CollectionInput.extend({ confirmation: Typed }),
    args: ["databaseId", "collection"],
    isForm: true,
    redirect: homeOf,
  },
  (ctx, { databaseId, collection, confirmation }) => {
    requireTyped(confirmation, collection, `Type ${collection} to confirm.`);
    return deleteCollectionVerb(ctx, { databaseId, collection });
  },
);

export const saveDocument = defineAction(
  {
    operationId: "dashboardSaveDocument",
    input: SaveDocumentInput,
    args: ["databaseId", "collection"],
    messages: { text: "The document is too large.", replaces: "The document is too large." },
  },
  saveDocumentVerb,
);

export const readDocument = defineAction(
  {
    operationId: "dashboardReadDocument",
    input: ReadDocumentInput,
    args: ["databaseId", "collection", "id"],
    messages: { id: "Document not found." },
  },
  readDocumentVerb,
);

export const deleteDocuments = defineAction(
  {
    operationId: "dashboardDeleteDocuments",
    input: DeleteDocumentsInput,
    args: ["databaseId", "collection", "ids"],
    messages: { ids: `You can delete at most ${MAX_DELETED_DOCUMENTS} documents at once.` },
  },
  deleteDocumentsVerb,
);

export const countDocuments = defineAction(
  {
    operationId: "dashboardCountDocuments",
    input: CountDocumentsInput,
    args: ["databaseId", "collection", "filters"],
    messages: { filters: "This can't be counted." },
  },
  countDocumentsVerb,
);

export const setJsonSchema = defineAction(
  {
    operationId: "dashboardSetJsonSchema",
    input: SetJsonSchemaInput,
    args: ["databaseId", "collection", "jsonSchema"],
    messages: { jsonSchema: "A JSON Schema can be at most 64 kB." },
  },
  setJsonSchemaVerb,
);
