"use server";

import { z } from "zod";
import { AnswerInvitationInput, acceptInvitation, declineInvitation } from "@/lib/people/invitations/accept";
import { CreateOwnOrganisationInput, createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { accountAction } from "@/lib/web/define-action";

export const answerInvitation = accountAction(
  "dashboardAnswerInvitation",
  {
    input: { ...AnswerInvitationInput.shape, answer: z.enum(["accept", "decline"]) },
    isForm: true,
    redirect: (_input, address: string) => address,
    refreshes: false,
  },
  async (ctx, { answer, invitationId }) => {
    if (answer === "accept") return `/dashboard/${(await acceptInvitation(ctx, { invitationId })).organisationId}`;
    await declineInvitation(ctx, { invitationId });
    return "/dashboard/invitations";
  },
);

export const makeOrganisation = accountAction(
  "dashboardCreateOrganisation",
  {
    input: CreateOwnOrganisationInput.shape,
    isForm: true,
    messages: { name: "Enter a name of 1 to 64 characters." },
    refreshes: false,
    redirect: (_input, { id }) => `/dashboard/${id}`,
  },
  createOwnOrganisation,
);
