"use server";

import type { z } from "zod";
import { CreateSavedQueryInput, createSavedQuery } from "@/lib/sql/saved-queries/create";
import { deleteSavedQuery } from "@/lib/sql/saved-queries/delete";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import { UpdateSavedQueryInput, updateSavedQuery } from "@/lib/sql/saved-queries/update";
import { type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verbs check who may do what, and reach rows by their organisation. */

export async function createQuery(
  organisationId: string,
  databaseId: string,
  input: { name: string; text: string },
): Promise<Outcome<SavedQuery>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = CreateSavedQueryInput.safeParse({ ...input, databaseId });
  if (!parsed.success) return refusal(parsed.error);
  return perform(() => createSavedQuery(ctx, parsed.data));
}

export async function updateQuery(
  organisationId: string,
  databaseId: string,
  input: { queryId: string; name?: string; text?: string },
): Promise<Outcome<SavedQuery>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = UpdateSavedQueryInput.safeParse({ ...input, databaseId });
  if (!parsed.success) return refusal(parsed.error);
  return perform(() => updateSavedQuery(ctx, parsed.data));
}

export async function deleteQuery(
  organisationId: string,
  databaseId: string,
  queryId: string,
): Promise<Outcome<{ deleted: true }>> {
  const { ctx } = await requireMember(organisationId);
  return perform(() => deleteSavedQuery(ctx, { databaseId, queryId: String(queryId) }));
}

function refusal(error: z.ZodError): { isDone: false; message: string } {
  const [issue] = error.issues;
  const isName = issue?.path[0] === "name";
  return {
    isDone: false,
    message: isName ? "A name has 1 to 80 characters, on one line." : "The query is too long to be saved.",
  };
}
