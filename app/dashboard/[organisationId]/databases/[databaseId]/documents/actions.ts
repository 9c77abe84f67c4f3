"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import { CollectionName } from "@/lib/sql/documents/collection-name";
import { countDocuments as countDocumentsVerb } from "@/lib/sql/documents/count";
import { createCollection as createCollectionVerb } from "@/lib/sql/documents/create-collection";
import { deleteDocuments as deleteDocumentsVerb } from "@/lib/sql/documents/delete";
import { deleteCollection as deleteCollectionVerb } from "@/lib/sql/documents/delete-collection";
import { DocumentFilter, MAX_DOCUMENT_FILTERS } from "@/lib/sql/documents/path-filter";
import { type ReadDocument, readDocument as readDocumentVerb } from "@/lib/sql/documents/read";
import { saveDocument as saveDocumentVerb } from "@/lib/sql/documents/save";
import { setJsonSchema as setJsonSchemaVerb } from "@/lib/sql/documents/set-json-schema";
import { type ActionState, actionFailure, type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verbs check who may do what, and reach databases by their organisation. */

const MAX_DELETED = 500;

const homeOf = (organisationId: string, databaseId: string) =>
  `/dashboard/${organisationId}/databases/${databaseId}/documents`;

export async function createCollection(
  organisationId: string,
  databaseId: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  const name = CollectionName.safeParse(form.get("name"));
  if (!name.success) return { message: name.error.issues[0]?.message ?? "A collection needs a name." };
  try {
    await createCollectionVerb(ctx, { databaseId, name: name.data });
  } catch (error) {
    return actionFailure(error);
  }
  redirect(`${homeOf(organisationId, databaseId)}/collection?${new URLSearchParams({ name: name.data })}` as Route);
}

export async function deleteCollection(
  organisationId: string,
  databaseId: string,
  collection: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  if (String(form.get("confirmation") ?? "").trim() !== collection.trim()) {
    return { message: `Type ${collection} to delete it.` };
  }
  try {
    await deleteCollectionVerb(ctx, { databaseId, collection });
  } catch (error) {
    return actionFailure(error);
  }
  redirect(homeOf(organisationId, databaseId) as Route);
}

const Id = z.uuid();
const Save = z.strictObject({
  text: z.string().max(1_100_000),
  replaces: z.strictObject({ id: Id, stored: z.string().max(1_100_000) }).optional(),
});

export async function saveDocument(
  organisationId: string,
  databaseId: string,
  collection: string,
  input: unknown,
): Promise<Outcome<{ changeId: string }>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = Save.safeParse(input);
  if (!parsed.success) return { isDone: false, message: "The document is too large." };
  return perform(() => saveDocumentVerb(ctx, { databaseId, collection: String(collection), ...parsed.data }));
}

export async function readDocument(
  organisationId: string,
  databaseId: string,
  collection: string,
  id: string,
): Promise<Outcome<ReadDocument>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = Id.safeParse(id);
  if (!parsed.success) return { isDone: false, message: "There is no such document." };
  return perform(() => readDocumentVerb(ctx, { databaseId, collection: String(collection), id: parsed.data }));
}

export async function deleteDocuments(
  organisationId: string,
  databaseId: string,
  collection: string,
  ids: unknown,
): Promise<Outcome<{ changeId: string }>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = z.array(Id).min(1).max(MAX_DELETED).safeParse(ids);
  if (!parsed.success) return { isDone: false, message: `At most ${MAX_DELETED} documents are deleted at once.` };
  return perform(() => deleteDocumentsVerb(ctx, { databaseId, collection: String(collection), ids: parsed.data }));
}

export async function countDocuments(
  organisationId: string,
  databaseId: string,
  collection: string,
  filters: unknown,
): Promise<Outcome<{ count: number }>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = z.array(DocumentFilter).max(MAX_DOCUMENT_FILTERS).safeParse(filters);
  if (!parsed.success) return { isDone: false, message: "This cannot be counted." };
  return perform(() => countDocumentsVerb(ctx, { databaseId, collection: String(collection), filters: parsed.data }));
}

export async function setJsonSchema(
  organisationId: string,
  databaseId: string,
  collection: string,
  jsonSchema: string | null,
): Promise<Outcome<unknown>> {
  const { ctx } = await requireMember(organisationId);
  const text = typeof jsonSchema === "string" && jsonSchema.trim() !== "" ? jsonSchema : null;
  return perform(() => setJsonSchemaVerb(ctx, { databaseId, collection: String(collection), jsonSchema: text }));
}
