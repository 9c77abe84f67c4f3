import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../../project-keys/authorise";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "../../sso/connections/address";
import { insertScimToken } from "./insert";
import type { CreatedScimToken } from "./resource";

/** Creates a token for a connection's directory. Throws `sso_connection_not_found`, `project_suspended`, `conflict`. */
export async function createScimToken(ctx: Context, address: ConnectionAddress): Promise<CreatedScimToken> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    await lockConnection(tx, address);
    const token = await insertScimToken(tx, address);
    const data = { projectId, token: token.id, hint: token.hint };
    await recordAudit(tx, { organisationId, action: "scim_token.create", targetId: connectionId, data });
    return token;
  });
}
