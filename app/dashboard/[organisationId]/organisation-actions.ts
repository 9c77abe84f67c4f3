"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { CreateKeyInput, createKey as createKeyVerb } from "@/lib/people/api-keys/create";
import { revokeKey as revokeKeyVerb } from "@/lib/people/api-keys/revoke";
import { exportAuditEvents } from "@/lib/people/audit/export";
import { AuditFilter } from "@/lib/people/audit/list";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { RenameOrganisationInput, renameOrganisation } from "@/lib/people/organisations/rename";
import { type ActionState, actionFailure, type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

const DAY_MS = 86_400_000;

export interface NewKeyState extends ActionState {
  /** Shown this once. */
  secret: string | null;
}

export async function createKey(organisationId: string, _previous: NewKeyState, form: FormData): Promise<NewKeyState> {
  const { ctx, member } = await requireMember(organisationId);
  const days = Number(form.get("days") ?? 0);
  const input = CreateKeyInput.safeParse({
    organisationId,
    memberId: member.memberId,
    name: form.get("name"),
    databaseId: form.get("database") || null,
    readOnly: form.get("access") !== "read-write",
    expiresAt: days > 0 ? new Date(ctx.clock.now().getTime() + days * DAY_MS) : null,
  });
  if (!input.success) return { message: "Enter a name of 1 to 64 characters.", secret: null };
  try {
    const { secret } = await createKeyVerb(ctx, input.data);
    revalidatePath(`/dashboard/${organisationId}/keys`);
    return { message: null, secret };
  } catch (error) {
    return { ...actionFailure(error), secret: null };
  }
}

export async function revokeKey(organisationId: string, keyId: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  const outcome = await perform(() => revokeKeyVerb(ctx, { organisationId, keyId }));
  if (outcome.isDone) revalidatePath(`/dashboard/${organisationId}/keys`);
  return outcome.isDone ? { isDone: true, value: null } : outcome;
}

export async function exportAudit(
  organisationId: string,
  filter: Record<string, string>,
  format: "csv" | "json",
): Promise<Outcome<string>> {
  const { ctx } = await requireMember(organisationId);
  const input = AuditFilter.safeParse({ ...filter, organisationId });
  if (!input.success) return { isDone: false, message: "This filter is not valid. Check the dates." };
  return perform(() => exportAuditEvents(ctx, { ...input.data, format: format === "csv" ? "csv" : "json" }));
}

export async function rename(organisationId: string, _previous: ActionState, form: FormData): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  const input = RenameOrganisationInput.safeParse({ organisationId, name: form.get("name") });
  if (!input.success) return { message: "Enter a name of 1 to 64 characters." };
  try {
    await renameOrganisation(ctx, input.data);
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath("/dashboard", "layout");
  return { message: null, done: "Saved." };
}

export async function remove(organisationId: string, _previous: ActionState, form: FormData): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  try {
    await deleteOrganisation(ctx, { organisationId, confirmation: String(form.get("confirmation") ?? "") });
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath("/dashboard", "layout");
  redirect("/dashboard" as Route);
}
