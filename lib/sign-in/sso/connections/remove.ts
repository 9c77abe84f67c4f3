import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "./address";
import { requireConnectionOwner } from "./authorise";

export const DeletedSsoConnection = z
  .object({
    id: z.string().meta({ example: "sso_4k9x2m7q1w8e5r3t6y0u" }),
    name: z.string().meta({ example: "Acme" }),
    endedSessions: z.int().meta({ example: 12 }),
  })
  .meta({ id: "DeletedSsoConnection" });

/**
 * Deletes a connection with its domains and its users' accounts at it, and ends the sessions that it signed in. The
 * users stay. Works in a suspended project, too. Throws `sso_connection_not_found`.
 */
export async function removeSsoConnection(
  ctx: Context,
  address: ConnectionAddress,
): Promise<z.infer<typeof DeletedSsoConnection>> {
  const { projectId, connectionId: id } = address;
  const { organisationId } = await requireConnectionOwner(ctx, address, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    const { name } = await lockConnection(tx, address);
    const { count: endedSessions } = await tx.db.session.deleteMany({ where: { projectId, factors: { has: id } } });
    await tx.db.account.deleteMany({ where: { projectId, providerId: id } });
    await tx.db.ssoConnection.deleteMany({ where: { id, projectId } });
    const data = { projectId, name, endedSessions };
    await recordAudit(tx, { organisationId, action: "sso_connection.delete", targetId: id, data });
    return { id, name, endedSessions };
  });
}
