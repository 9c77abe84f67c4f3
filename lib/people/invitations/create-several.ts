import { z } from "zod";
import { ROLES } from "@/lib/core/access/permissions";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId } from "@/lib/core/id-schemas";
import { MemberEmail } from "@/lib/people/members/resource";
import { inviteAll, permissionToGive } from "./internal";

const MOST = 20;

export const CreateInvitationsInput = z.object({
  organisationId: OrganisationId,
  /** Addresses, separated by commas, semicolons, spaces or line breaks. */
  emails: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .meta({
      form: {
        label: "Email addresses",
        note: "Separate several with commas, spaces or lines.",
        kind: "long",
        fault: "Enter an email address.",
      },
    }),
  role: z.enum(ROLES),
});
type CreateInvitationsInput = z.infer<typeof CreateInvitationsInput>;

/**
 * Invites up to 20 addresses, all or none, and returns them. Throws `invalid_request` with the text that is no address,
 * `conflict` for the address of a member, `limit_reached` and `rate_limited`.
 */
export async function createInvitations(ctx: Context, input: CreateInvitationsInput): Promise<{ sent: string[] }> {
  const { organisationId, role } = input;
  requireMemberPermission(ctx, organisationId, permissionToGive(role));
  const sent = addressesOf(input.emails);
  await inviteAll(ctx, { organisationId, emails: sent, role });
  return { sent };
}

function addressesOf(text: string): string[] {
  const addresses = text
    .split(/[\s,;]+/)
    .filter((word) => word !== "")
    .map((word) => {
      const parsed = MemberEmail.safeParse(word);
      if (!parsed.success) throw new ServiceError("invalid_request", `“${word.slice(0, 100)}” isn't an email address.`);
      return parsed.data;
    });
  const different = [...new Set(addresses)];
  if (different.length === 0) throw new ServiceError("invalid_request", "Enter an email address.");
  if (different.length > MOST) throw new ServiceError("invalid_request", `Enter at most ${MOST} addresses at a time.`);
  return different;
}
