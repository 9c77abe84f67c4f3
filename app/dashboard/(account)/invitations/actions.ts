"use server";

import { z } from "zod";
import { AnswerInvitationInput, acceptInvitation, declineInvitation } from "@/lib/people/invitations/accept";
import { CreateOwnOrganisationInput, createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { defineAccountAction } from "@/lib/web/define-action";

export const answerInvitation = defineAccountAction(
  {
    operationId: "dashboardAnswerInvitation",
    input: AnswerInvitationInput.extend({ answer: z.enum(["accept", "decline"]) }),
    isForm: true,
    redirect: (_input, address: string) => address,
  },
  async (ctx, { answer, invitationId }) => {
    if (answer === "accept") return `/dashboard/${(await acceptInvitation(ctx, { invitationId })).organisationId}`;
    await declineInvitation(ctx, { invitationId });
    return "/dashboard/invitations";
  },
);

export const makeOrganisation = defineAccountAction(
  {
    operationId: "dashboardCreateOrganisation",
    input: CreateOwnOrganisationInput,
    isForm: true,
    messages: { name: "Enter a name of 1 to 64 characters." },
    redirect: (_input, { id }) => `/dashboard/${id}`,
  },
  createOwnOrganisation,
);
