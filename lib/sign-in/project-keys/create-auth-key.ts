import { z } from "zod";
import { PUBLIC_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { KeyName } from "@/lib/people/api-keys/resource";
import { insertProjectKey } from "./insert";
import type { CreatedProjectKey } from "./resource";

export const CreateAuthKeyInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  name: KeyName,
  scope: z.enum(PUBLIC_KEY_SCOPES),
  expiresAt: z.date().nullable().default(null),
});
export type CreateAuthKeyInput = z.infer<typeof CreateAuthKeyInput>;

/** Makes a public key, which opens the end users' sign-in surface of one project and is safe in a browser. */
export async function createAuthKey(ctx: Context, input: CreateAuthKeyInput): Promise<CreatedProjectKey> {
  requireMemberPermission(ctx, input.organisationId, "project-keys:write");
  return insertProjectKey(ctx, { ...input, kind: "public" });
}
