import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { toProjectKey } from "./resource";

interface RequirePublicKeyInput {
  organisationId: string;
  projectId: string;
  secret: string;
}

/** Throws `invalid_request` unless the secret is a public key of the project that can be used. */
export async function requirePublicKey(ctx: Context, input: RequirePublicKeyInput): Promise<void> {
  requireMemberPermission(ctx, input.organisationId, "project-keys:write");
  const { id: projectId } = await getProjectInOrganisation(ctx, input.organisationId, input.projectId);
  const row = await ctx.db.projectKey.findFirst({
    where: { projectId, kind: "public", secretHash: hashSecretText(input.secret) },
  });
  if (!row || toProjectKey(row, ctx.clock.now()).status !== "active") {
    throw new ServiceError("invalid_request", "This is not a public key of the project, or it has ended.");
  }
}
