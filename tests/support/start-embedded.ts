import { startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";

// A process that starts PostgreSQL on a data folder, says so, and stays until it is killed.
const [, , dataDir = ""] = process.argv;
const { control, host } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
process.stdout.write(`${JSON.stringify([control.postmasterPid, host.postmasterPid])}\n`);
