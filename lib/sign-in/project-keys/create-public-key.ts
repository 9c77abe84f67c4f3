import { z } from "zod";
import { KeyName } from "@/lib/core/access/key-status";
import { PUBLIC_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { insertProjectKey } from "./insert";
import type { CreatedProjectKey } from "./resource";

export const CreatePublicKeyInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  name: KeyName,
  scope: z.enum(PUBLIC_KEY_SCOPES),
  expiresAt: z.date().nullable().default(null),
});
export type CreatePublicKeyInput = z.infer<typeof CreatePublicKeyInput>;

/** Creates a public key, which gives access to one project's sign-in API and is safe in a browser. */
export async function createPublicKey(ctx: Context, input: CreatePublicKeyInput): Promise<CreatedProjectKey> {
  requireMemberPermission(ctx, input.organisationId, "project-keys:write");
  return insertProjectKey(ctx, { ...input, kind: "public" });
}
