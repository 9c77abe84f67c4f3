import { z } from "zod";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { HostFacts } from "@/lib/core/ports/database-host";
import { HOST_KINDS } from "@/lib/people/organisations/resource";
import { type OpenHost, requireFit } from "./require-fit";
import { type Host, HostName, SSL_MODES, toHost } from "./resource";

export const AddHostInput = z.object({
  name: HostName,
  kind: z.enum(HOST_KINDS).default("shared"),
  /** The connection string of the provisioner role; kept sealed. */
  provisionerUrl: z.string(),
  publicHost: z.string().min(1).max(253),
  publicPort: z.number().int().min(1).max(65_535),
  sslMode: z.enum(SSL_MODES).nullable().default(null),
  capacity: z.number().int().min(1).max(1_000_000),
  sharesBlocks: z.boolean().default(false),
});
export type AddHostInput = z.infer<typeof AddHostInput>;

/**
 * Registers a cluster for customers' databases if it is fit for them. Throws `host_unavailable` when it does not answer,
 * `invalid_request` when it is not fit, `conflict` when the name is taken or the cluster is registered already.
 */
export async function addHost(ctx: Context, input: AddHostInput, openHost: OpenHost): Promise<Host> {
  requireOperator(ctx);
  const facts = await requireFit(ctx, input.provisionerUrl, openHost, { isNew: true });
  try {
    return await insertHost(ctx, input, facts);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { systemIdentifier } = facts;
    const same = await ctx.db.host.findUnique({ where: { systemIdentifier }, select: { name: true } });
    if (same) throw new ServiceError("conflict", `The host "${same.name}" is this cluster already.`);
    throw new ServiceError("conflict", `A host named "${input.name}" already exists.`);
  }
}

function insertHost(
  ctx: Context,
  input: AddHostInput,
  { serverVersionNum, systemIdentifier }: HostFacts,
): Promise<Host> {
  const { provisionerUrl, ...facts } = input;
  const id = createId("host", ctx.random);
  const sealedUrl = ctx.sealer.seal(provisionerUrl, { table: "host", column: "provisioner_url", rowId: id });
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.host.create({
      data: { ...facts, id, provisionerUrl: sealedUrl, serverVersionNum, systemIdentifier, createdAt: tx.clock.now() },
    });
    await recordAudit(tx, {
      organisationId: null,
      action: "host.add",
      targetId: id,
      data: { name: row.name, kind: row.kind, publicHost: row.publicHost, publicPort: row.publicPort },
    });
    return toHost(row);
  });
}
