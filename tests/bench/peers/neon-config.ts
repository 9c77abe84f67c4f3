import { join } from "node:path";

const folder = process.env.COPPICE_NEON_SUITE ?? "";

/** Vitest's configuration for the tests of Neon's driver: theirs, and the address of the service besides. */
export default {
  root: folder,
  resolve: { alias: { "@neondatabase/serverless": join(folder, "index.mjs") } },
  test: {
    fileParallelism: false,
    setupFiles: [join(folder, "tests", "setup.ts"), join(import.meta.dirname, "neon-address.js")],
    testTimeout: 10_000,
    // A module that stays outside would load the driver a second time, which knows no address.
    server: { deps: { inline: [/drizzle-orm/] } },
  },
};
