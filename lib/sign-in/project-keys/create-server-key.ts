import { z } from "zod";
import { KeyName } from "@/lib/core/access/key-status";
import { SERVER_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { insertProjectKey } from "./insert";
import type { CreatedProjectKey } from "./resource";

export const CreateServerKeyInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  name: KeyName,
  scope: z.enum(SERVER_KEY_SCOPES),
  expiresAt: z.date().nullable().default(null),
});
export type CreateServerKeyInput = z.infer<typeof CreateServerKeyInput>;

/** Creates a server key. Scope `admin` needs an administrator: a key can do no more than its creator. */
export async function createServerKey(ctx: Context, input: CreateServerKeyInput): Promise<CreatedProjectKey> {
  const permission = input.scope === "admin" ? "project-keys:admin" : "project-keys:write";
  requireMemberPermission(ctx, input.organisationId, permission);
  return insertProjectKey(ctx, { ...input, kind: "server" });
}
