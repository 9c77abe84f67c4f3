import { Client } from "pg";
import { SUPERUSER } from "./cluster-configuration";

/** Runs `work` as superuser in one database of the cluster, where every unqualified name is one of `pg_catalog`. */
export type AsSuperuser = (database: string, work: (client: Client) => Promise<void>) => Promise<void>;

/** No name may resolve to a customer's object in a session of the superuser, and no library of theirs is loaded. */
const PINNED_OPTIONS = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c lock_timeout=10s";

export function superuserOver(socketDirectory: string, port: number): AsSuperuser {
  return async (database, work) => {
    const client = new Client({ host: socketDirectory, port, user: SUPERUSER, database, options: PINNED_OPTIONS });
    // Of a connection that is lost between two statements, the next one tells.
    client.on("error", () => undefined);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
}
