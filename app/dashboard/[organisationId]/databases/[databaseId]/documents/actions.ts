"use server";

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
import { inDatabase } from "@/lib/web/places";
import { COLLECTION } from "./forms";

export const createCollection = inDatabase(
  "dashboardCreateCollection",
  {
    input: COLLECTION.input,
    isForm: true,
    messages: { name: ({ message }) => message },
    redirect: (input) => `documents/collection?${new URLSearchParams({ name: input.name })}`,
  },
  createCollectionVerb,
);

export const deleteCollection = inDatabase(
  "dashboardDeleteCollection",
  {
    input: CollectionInput.shape,
    args: ["collection"],
    typed: (_ctx, { collection }) => collection,
    isForm: true,
    redirect: "documents",
  },
  deleteCollectionVerb,
);

export const saveDocument = inDatabase(
  "dashboardSaveDocument",
  {
    input: SaveDocumentInput.shape,
    args: ["collection"],
    messages: { text: "The document is too large.", replaces: "The document is too large." },
  },
  saveDocumentVerb,
);

export const readDocument = inDatabase(
  "dashboardReadDocument",
  { input: ReadDocumentInput.shape, args: ["collection", "id"], messages: { id: "Document not found." } },
  readDocumentVerb,
);

export const deleteDocuments = inDatabase(
  "dashboardDeleteDocuments",
  {
    input: DeleteDocumentsInput.shape,
    args: ["collection", "ids"],
    messages: { ids: `You can delete at most ${MAX_DELETED_DOCUMENTS} documents at once.` },
  },
  deleteDocumentsVerb,
);

export const countDocuments = inDatabase(
  "dashboardCountDocuments",
  {
    input: CountDocumentsInput.shape,
    args: ["collection", "filters"],
    messages: { filters: "This can't be counted." },
  },
  countDocumentsVerb,
);

export const setJsonSchema = inDatabase(
  "dashboardSetJsonSchema",
  {
    input: SetJsonSchemaInput.shape,
    args: ["collection", "jsonSchema"],
    messages: { jsonSchema: "A JSON Schema can be at most 64 kB." },
  },
  setJsonSchemaVerb,
);
