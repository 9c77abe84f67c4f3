import { z } from "zod";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { HOST_KINDS } from "@/lib/people/organisations/resource";
import { formatServerVersion, type Host, HostName, OLDEST_SERVER_VERSION_NUM, SSL_MODES, toHost } from "./resource";

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

/** Opens the adapter of a cluster that is not registered yet. */
export type OpenHost = (provisionerUrl: string) => DatabaseHost;

/**
 * Registers a cluster for customers' databases after inspecting it. Throws `host_unavailable` when it does not answer,
 * `invalid_request` when it is below the version floor, `conflict` when the name is taken.
 */
export async function addHost(ctx: Context, input: AddHostInput, openHost: OpenHost): Promise<Host> {
  requireOperator(ctx);
  const serverVersionNum = await inspectVersion(openHost(input.provisionerUrl));
  requireVersion(ctx, serverVersionNum);
  try {
    return await insertHost(ctx, input, serverVersionNum);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `A host named "${input.name}" already exists.`);
  }
}

async function inspectVersion(host: DatabaseHost): Promise<number> {
  try {
    return (await host.inspect()).serverVersionNum;
  } finally {
    await host.close();
  }
}

function requireVersion(ctx: Context, serverVersionNum: number): void {
  const floor = Math.max(ctx.hosts.minimumVersionNum, OLDEST_SERVER_VERSION_NUM);
  if (serverVersionNum >= floor) return;
  const [found, needed] = [formatServerVersion(serverVersionNum), formatServerVersion(floor)];
  throw new ServiceError("invalid_request", `The host runs PostgreSQL ${found}. It must run ${needed} or later.`);
}

function insertHost(ctx: Context, input: AddHostInput, serverVersionNum: number): Promise<Host> {
  const { provisionerUrl, ...facts } = input;
  const id = createId("host", ctx.random);
  const sealedUrl = ctx.sealer.seal(provisionerUrl, { table: "host", column: "provisioner_url", rowId: id });
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.host.create({
      data: { ...facts, id, provisionerUrl: sealedUrl, serverVersionNum, createdAt: tx.clock.now() },
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
