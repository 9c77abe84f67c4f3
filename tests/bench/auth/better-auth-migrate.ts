import { getMigrations } from "better-auth/db/migration";
import { auth } from "./better-auth";

// Makes better-auth's tables as its own command line does.
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
process.exit(0);
