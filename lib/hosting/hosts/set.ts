import { z } from "zod";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import { ServiceError } from "@/lib/core/errors";
import { AddHostInput } from "./add";
import { hostNotFound } from "./find";
import { type OpenHost, requireFit } from "./require-fit";
import { type Host, toHost } from "./resource";

export const SetHostInput = z.object({
  hostId: z.string(),
  provisionerUrl: z.string().optional(),
  publicHost: AddHostInput.shape.publicHost.optional(),
  publicPort: AddHostInput.shape.publicPort.optional(),
  /** `null` for no pooler any more. */
  pooledHost: AddHostInput.shape.publicHost.nullable().optional(),
  pooledPort: AddHostInput.shape.publicPort.optional(),
  sslMode: AddHostInput.shape.sslMode.unwrap().optional(),
  capacity: AddHostInput.shape.capacity.optional(),
  sharesBlocks: AddHostInput.shape.sharesBlocks.unwrap().optional(),
});
export type SetHostInput = z.infer<typeof SetHostInput>;

/**
 * Changes how a host is reached, or how many databases it takes. A new connection string must lead to the same cluster,
 * where its databases are. Throws `conflict` when it leads to another one, `invalid_request` for a pooler of the
 * embedded host, and else as `addHost` does.
 */
export async function setHost(ctx: Context, input: SetHostInput, openHost: OpenHost): Promise<Host> {
  requireOperator(ctx);
  const { hostId, provisionerUrl, ...fields } = SetHostInput.parse(input);
  const url = provisionerUrl === undefined ? {} : await urlFields(ctx, hostId, provisionerUrl, openHost);
  return withTransaction(ctx, async (tx) => {
    const data = { ...fields, ...url };
    const [row] = await tx.db.host.updateManyAndReturn({ where: { id: hostId }, data });
    if (!row) throw hostNotFound();
    if (row.name === EMBEDDED_HOST_NAME && row.pooledHost !== null) {
      throw new ServiceError("invalid_request", "The embedded host can't have a pooler.");
    }
    const names = Object.keys(data).filter((name) => data[name as keyof typeof data] !== undefined);
    const changed = names.map((name) => (name === "provisionerUrl" ? "connectionString" : name)).join(", ");
    await recordAudit(tx, {
      ...{ organisationId: null, action: "host.set", targetId: hostId },
      data: { name: row.name, changed },
    });
    return toHost(row);
  });
}

async function urlFields(ctx: Context, hostId: string, provisionerUrl: string, openHost: OpenHost) {
  const row = await ctx.db.host.findUnique({ where: { id: hostId }, select: { systemIdentifier: true } });
  if (!row) throw hostNotFound();
  const { serverVersionNum, systemIdentifier } = await requireFit(ctx, provisionerUrl, openHost, { isNew: false });
  if (row.systemIdentifier !== null && row.systemIdentifier !== systemIdentifier) {
    const message = "The connection string leads to another cluster, which doesn't hold this host's databases.";
    throw new ServiceError("conflict", message);
  }
  const place = { table: "host", column: "provisioner_url", rowId: hostId };
  return { provisionerUrl: ctx.sealer.seal(provisionerUrl, place), serverVersionNum, systemIdentifier };
}
