import type { Logger } from "pino";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { DatabaseClient } from "@/lib/core/db/client";
import { bySocket } from "@/lib/core/db/server-socket";
import type { DatabaseHost, Hosts } from "@/lib/core/ports/database-host";
import { PostgresHost } from "./postgres-host";

interface OpenHost {
  /** The sealed address that the adapter was made from; a changed row gets a new adapter. */
  sealedUrl: string;
  sharesBlocks: boolean;
  host: PostgresHost;
}

/** Makes the adapter of a registered host on first use and keeps it. */
export class RegisteredHosts implements Hosts {
  readonly minimumVersionNum: number;
  readonly #open = new Map<string, OpenHost>();
  readonly #db: DatabaseClient;
  readonly #sealer: SecretSealer;
  readonly #log: Logger;
  readonly #hostSocket: string | null;

  constructor(
    db: DatabaseClient,
    sealer: SecretSealer,
    log: Logger,
    { minimumVersionNum = 0, hostSocket = null }: { minimumVersionNum?: number; hostSocket?: string | null } = {},
  ) {
    this.minimumVersionNum = minimumVersionNum;
    this.#db = db;
    this.#sealer = sealer;
    this.#log = log;
    this.#hostSocket = hostSocket;
  }

  async get(hostId: string): Promise<DatabaseHost> {
    const row = await this.#db.host.findUniqueOrThrow({
      where: { id: hostId },
      select: { id: true, provisionerUrl: true, sharesBlocks: true },
    });
    const open = this.#open.get(hostId);
    if (open?.sealedUrl === row.provisionerUrl && open.sharesBlocks === row.sharesBlocks) return open.host;
    // The replaced adapter may be in use; its idle connections close after a while.
    const url = this.#sealer.open(row.provisionerUrl, { table: "host", column: "provisioner_url", rowId: hostId });
    const host = new PostgresHost({
      provisionerUrl: bySocket(url, this.#hostSocket),
      sharesBlocks: row.sharesBlocks,
      onError: (error) => this.#log.warn({ err: error, hostId }, "a connection to a host was lost"),
    });
    this.#open.set(hostId, { sealedUrl: row.provisionerUrl, sharesBlocks: row.sharesBlocks, host });
    return host;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ host }) => host.close()));
  }
}
