import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { createVerification } from "../mailbox/create";
import { hostedPageAddress } from "../pages/address";
import type { ProjectGrant } from "../project-keys/authorise";
import { requireActiveProject } from "../project-keys/authorise";
import { getUserInProject, recordOwnerEvent, type UserAddress } from "../users/user-address";

const LIFETIME_SECONDS = 900;

/** The bearer of the link is the user for a while, so it is for those who may decide who signs in. */
const GRANT: ProjectGrant = { scope: "admin", permission: "sso:write" };

export const SignInLink = z
  .object({
    link: z.string().meta({
      description: "To hand to the user alone: it signs in as them, once.",
      example: "https://id.example.com/auth/p_4k9x2m7q1w8e5r3t6y0u/magic-link?token=…",
    }),
    expiresAt: z.iso.datetime().meta({ example: "2026-01-01T12:15:00.000Z" }),
  })
  .meta({ id: "SignInLink" });

/**
 * Creates a link that signs a user in once, within 15 minutes, also where their company requires single sign-on. Their
 * second factor is still asked for, and the session ends with the browser. An earlier link stops working. Throws
 * `user_not_found`, `project_suspended`.
 */
export async function createSignInLink(ctx: Context, address: UserAddress): Promise<z.infer<typeof SignInLink>> {
  const { projectId, userId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, GRANT);
  return withTransaction(ctx, async (tx) => {
    const { email } = await getUserInProject(tx, address);
    const { token, expiresAt } = await createVerification(
      { ...tx, project: { id: projectId } },
      {
        ...{ purpose: "sign-in", email, userId, hasLink: true, hasCode: false },
        ...{ data: { byOwner: true }, lifetimeSeconds: LIFETIME_SECONDS },
      },
    );
    const event = { kind: "sign_in.link_create", outcome: "accepted", userId } as const;
    await recordOwnerEvent(tx, projectId, event);
    await recordAudit(tx, {
      organisationId,
      action: "user.create_sign_in_link",
      targetId: userId,
      data: { projectId },
    });
    const link = `${hostedPageAddress(tx, projectId, "magic-link")}?token=${token}`;
    return { link, expiresAt: expiresAt.toISOString() };
  });
}
