import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import { createId } from "@/lib/core/ids";
import { type Host, toHost } from "./resource";

interface EmbeddedHost {
  provisionerUrl: string;
  publicHost: string;
  publicPort: number;
  sslMode: "require" | null;
  capacity: number;
  sharesBlocks: boolean;
  serverVersionNum: number;
  systemIdentifier: string;
}

/** Makes or updates the row of the embedded cluster, at each start. */
export async function registerEmbeddedHost(ctx: Context, input: EmbeddedHost): Promise<Host> {
  requireOperator(ctx);
  const { provisionerUrl, ...facts } = input;
  return withAdvisoryLock(ctx, "coppice/embedded-host", async (tx) => {
    const existing = await tx.db.host.findUnique({
      where: { name: EMBEDDED_HOST_NAME },
      select: { id: true, provisionerUrl: true },
    });
    if (existing) return updateHost(tx, existing, input);
    const id = createId("host", tx.random);
    const data = { ...facts, provisionerUrl: tx.sealer.seal(provisionerUrl, placeOf(id)) };
    const row = await tx.db.host.create({
      data: { ...data, id, name: EMBEDDED_HOST_NAME, createdAt: tx.clock.now() },
    });
    await recordAudit(tx, { organisationId: null, action: "host.add", targetId: id, data: { name: row.name } });
    return toHost(row);
  });
}

/** Updates the row. The sealed value stays when the URL is the same: running processes identify their adapter by it. */
async function updateHost(
  tx: Context,
  { id, provisionerUrl: sealedUrl }: { id: string; provisionerUrl: string },
  { provisionerUrl, ...facts }: EmbeddedHost,
): Promise<Host> {
  const isSame = tx.sealer.open(sealedUrl, placeOf(id)) === provisionerUrl;
  const data = isSame ? facts : { ...facts, provisionerUrl: tx.sealer.seal(provisionerUrl, placeOf(id)) };
  return toHost(await tx.db.host.update({ where: { id }, data }));
}

function placeOf(rowId: string) {
  return { table: "host", column: "provisioner_url", rowId };
}
