"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { createBranch as createBranchVerb } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential as rotateCredentialVerb } from "@/lib/hosting/credentials/rotate";
import { createDatabase as createDatabaseVerb } from "@/lib/hosting/databases/create";
import { deleteDatabase as deleteDatabaseVerb } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { NamedInput } from "@/lib/hosting/databases/name";
import { type ActionState, actionFailure, type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verbs check who may do what, and reach rows by their organisation. */

export async function createDatabase(
  organisationId: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  const input = NamedInput.safeParse({ name: form.get("name") });
  if (!input.success) return { message: "A name has 1 to 40 characters." };
  let made: { id: string };
  try {
    made = await createDatabaseVerb(ctx, input.data);
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath(`/dashboard/${organisationId}`, "layout");
  redirect(`/dashboard/${organisationId}/databases/${made.id}` as Route);
}

export async function createBranch(
  organisationId: string,
  databaseId: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  const input = NamedInput.safeParse({ name: form.get("name") });
  if (!input.success) return { message: "A name has 1 to 40 characters." };
  let made: { branch: { id: string } };
  try {
    made = await createBranchVerb(ctx, { databaseId, ...input.data });
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath(`/dashboard/${organisationId}`, "layout");
  redirect(`/dashboard/${organisationId}/databases/${made.branch.id}` as Route);
}

export async function deleteDatabase(
  organisationId: string,
  databaseId: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  try {
    const { name } = await getDatabase(ctx, { databaseId });
    if (String(form.get("confirmation") ?? "").trim() !== name) return { message: `Type ${name} to delete it.` };
    await deleteDatabaseVerb(ctx, { databaseId });
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath(`/dashboard/${organisationId}`, "layout");
  redirect(`/dashboard/${organisationId}` as Route);
}

export async function revealConnection(organisationId: string, databaseId: string): Promise<Outcome<string>> {
  const { ctx } = await requireMember(organisationId);
  return perform(async () => (await revealConnectionString(ctx, { databaseId })).connectionString);
}

export async function rotateCredential(
  organisationId: string,
  databaseId: string,
): Promise<Outcome<{ connectionString: string; terminatedConnections: number }>> {
  const { ctx } = await requireMember(organisationId);
  return perform(() => rotateCredentialVerb(ctx, { databaseId }));
}
