import { Client } from "pg";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import { type Environment, readSecretKeys } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { systemRandom } from "@/lib/infra/system";
import type { HostConnection } from "./replication-session";

/** A host that the operator has added, reached by the provisioner's connection string. */
export interface RegisteredHost extends HostConnection {
  id: string;
  name: string;
  /** The number of its cluster; `null` until it was read for the first time. */
  systemIdentifier: string | null;
}

const ASK = `
  SELECT id, name, provisioner_url AS "provisionerUrl", system_identifier AS "systemIdentifier"
  FROM host WHERE name <> $1 ORDER BY name`;

/** Returns the hosts of the control plane besides the embedded one, whose files are on this machine. */
export async function listRegisteredHosts({
  databaseUrl,
  secretKeys,
}: Pick<Environment, "databaseUrl" | "secretKeys">): Promise<RegisteredHost[]> {
  if (secretKeys === null) throw new OperatorError("There's no key ring to open the addresses of hosts with.");
  const client = new Client({ connectionString: databaseUrl ?? undefined });
  await client.connect();
  try {
    const { rows } = await client.query<RegisteredHost>(ASK, [EMBEDDED_HOST_NAME]);
    if (rows.length === 0) return [];
    // The ring is read each time: it may have a newer key.
    const sealer = new SecretSealer(parseKeyRing(readSecretKeys(secretKeys)), systemRandom);
    return rows.map((row) => {
      const place = { table: "host", column: "provisioner_url", rowId: row.id };
      return { ...row, provisionerUrl: sealer.open(row.provisionerUrl, place) };
    });
  } finally {
    await client.end();
  }
}
