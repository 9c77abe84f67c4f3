"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { acceptInvitation, declineInvitation } from "@/lib/people/invitations/accept";
import { CreateOwnOrganisationInput, createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { type ActionState, actionFailure } from "@/lib/web/action-failure";
import { requireAccount } from "@/lib/web/current-member";

export async function answerInvitation(_previous: ActionState, form: FormData): Promise<ActionState> {
  const { ctx } = await requireAccount();
  const invitationId = String(form.get("invitation") ?? "");
  let address = "/dashboard/invitations";
  try {
    if (form.get("answer") === "accept") {
      address = `/dashboard/${(await acceptInvitation(ctx, { invitationId })).organisationId}`;
    } else await declineInvitation(ctx, { invitationId });
  } catch (error) {
    return actionFailure(error);
  }
  redirect(address as Route);
}

export async function makeOrganisation(_previous: ActionState, form: FormData): Promise<ActionState> {
  const { ctx } = await requireAccount();
  const input = CreateOwnOrganisationInput.safeParse({ name: form.get("name") });
  if (!input.success) return { message: "Enter a name of 1 to 64 characters." };
  let made: { id: string };
  try {
    made = await createOwnOrganisation(ctx, input.data);
  } catch (error) {
    return actionFailure(error);
  }
  redirect(`/dashboard/${made.id}` as Route);
}
