import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { acceptOrganisationInvitation } from "@/lib/sign-in/user-organisations/accept-invitation";
import { rejectOrganisationInvitation } from "@/lib/sign-in/user-organisations/reject-invitation";
import type { NextPage } from "./next-page";

export const InvitationForm = z.object({ id: z.string().max(64), decision: z.enum(["approve", "deny"]) });

/** The buttons of an invitation's page, which asks again after a sign-in. Throws as `acceptOrganisationInvitation`. */
export async function postInvitationForm(
  ctx: UserContext,
  { id, decision }: z.infer<typeof InvitationForm>,
): Promise<NextPage> {
  const { session } = ctx;
  if (session === null) return { page: "invitation", query: { id } };
  const answer = decision === "approve" ? acceptOrganisationInvitation : rejectOrganisationInvitation;
  await answer({ ...ctx, session }, { invitationId: id });
  return { page: "invitation", query: { done: decision } };
}
