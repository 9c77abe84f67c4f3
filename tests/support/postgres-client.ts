import { join } from "node:path";
import { PostgresPrograms } from "@/lib/infra/postgres-programs/postgres-programs";

/** The folder of the programs that the set-up found, which are as new as the hosts. */
export const POSTGRES_CLIENT = join(process.cwd(), ".setup", "postgres-client", "bin");

export function postgresClient(bin = POSTGRES_CLIENT): PostgresPrograms {
  return new PostgresPrograms({ bin, searchPath: "" });
}
