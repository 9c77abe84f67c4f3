"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { isRole } from "@/lib/core/access/permissions";
import { CreateInvitationInput, createInvitation } from "@/lib/people/invitations/create";
import { revokeInvitation as revokeInvitationVerb } from "@/lib/people/invitations/revoke";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { removeMember as removeMemberVerb } from "@/lib/people/members/remove";
import { setRole as setRoleVerb } from "@/lib/people/members/set-role";
import { transferOwnership as transferOwnershipVerb } from "@/lib/people/members/transfer-ownership";
import { type ActionState, actionFailure, type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

export async function invite(organisationId: string, _previous: ActionState, form: FormData): Promise<ActionState> {
  const { ctx } = await requireMember(organisationId);
  const fields = { organisationId, email: form.get("email"), role: form.get("role") };
  const input = CreateInvitationInput.safeParse(fields);
  if (!input.success) return { message: "Enter an email address." };
  try {
    await createInvitation(ctx, input.data);
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath(`/dashboard/${organisationId}/members`);
  return { message: null, done: `Invitation sent to ${input.data.email}.` };
}

export async function revokeInvitation(organisationId: string, invitationId: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  return andRefresh(organisationId, () => revokeInvitationVerb(ctx, { organisationId, invitationId }));
}

export async function setRole(organisationId: string, memberId: string, role: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  if (!isRole(role)) return { isDone: false, message: "There is no such role." };
  return andRefresh(organisationId, () => setRoleVerb(ctx, { organisationId, memberId, role }));
}

export async function removeMember(organisationId: string, memberId: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  return andRefresh(organisationId, () => removeMemberVerb(ctx, { organisationId, member: memberId }));
}

export async function transferOwnership(organisationId: string, memberId: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  return andRefresh(organisationId, () => transferOwnershipVerb(ctx, { organisationId, memberId }));
}

export async function leave(organisationId: string): Promise<Outcome<null>> {
  const { ctx } = await requireMember(organisationId);
  const outcome = await perform(() => leaveOrganisation(ctx, { organisationId }));
  if (!outcome.isDone) return outcome;
  revalidatePath("/dashboard", "layout");
  redirect("/dashboard" as Route);
}

async function andRefresh(organisationId: string, work: () => Promise<unknown>): Promise<Outcome<null>> {
  const outcome = await perform(work);
  if (outcome.isDone) revalidatePath(`/dashboard/${organisationId}`, "layout");
  return outcome.isDone ? { isDone: true, value: null } : outcome;
}
