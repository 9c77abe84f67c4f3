import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";
import { lockProjectForChange } from "../in-organisation";
import { clientSecretPlace, type Provider, toProvider } from "./resource";

const visible = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength, `must be at most ${maxLength} characters long`)
    .regex(/^[\x21-\x7e]*$/, "must hold visible ASCII characters only");

export const SetProviderInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  provider: z.enum(SOCIAL_PROVIDERS),
  clientId: visible(255),
  clientSecret: visible(4_096),
  isEnabled: z.boolean().default(true),
});
export type SetProviderInput = z.infer<typeof SetProviderInput>;

/** Gives a project its own client at a provider, in place of an earlier one. The secret is never shown again. */
export async function setProvider(ctx: Context, input: SetProviderInput): Promise<Provider> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, provider, clientId, isEnabled } = input;
  const clientSecret = ctx.sealer.seal(input.clientSecret, clientSecretPlace(projectId, provider));
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const updatedAt = tx.clock.now();
    const values = { clientId, clientSecret, isEnabled, updatedAt };
    const row = await tx.db.projectProvider.upsert({
      where: { projectId_provider: { projectId, provider } },
      create: { projectId, provider, ...values, createdAt: updatedAt },
      update: values,
    });
    const data = { provider, clientId, isEnabled };
    await recordAudit(tx, { organisationId, action: "project_provider.set", targetId: projectId, data });
    return toProvider(row);
  });
}
