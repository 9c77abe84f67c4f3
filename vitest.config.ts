import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Installations of tests keep nothing of the past, unless the past is what they test.
process.env.COPPICE_WINDOW_HOURS = "0";

const root = fileURLToPath(new URL(".", import.meta.url));
/** Starts PostgreSQL for the run, so only for the tests that need it. */
const globalSetup = "tests/support/global-setup.ts";
const processorTime = "tests/support/processor-time.ts";

/** Loads the product once for each worker and not for each file, which took a third of the time. */
const sharedModules = { isolate: false };

/** In a small heap, the buffers of backups have V8 collect all garbage again and again: a fifth of their tests' time. */
const roomyHeap = { execArgv: ["--initial-old-space-size=512", "--min-semi-space-size=16"] };

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      { find: /^@coppice\/auth$/, replacement: `${root}packages/client/src/index.ts` },
      { find: /^@coppice\/auth\/(react|server)$/, replacement: `${root}packages/client/src/$1/index.ts` },
      { find: "@coppice/auth/messages", replacement: `${root}packages/client/src/react/messages/index.ts` },
      { find: /^@coppice\/storage$/, replacement: `${root}packages/storage/src/index.ts` },
      { find: /^@coppice\/functions$/, replacement: `${root}packages/functions/src/index.ts` },
      { find: /^@coppice\/realtime$/, replacement: `${root}packages/realtime/src/index.ts` },
      { find: "server-only", replacement: `${root}bin/empty-module.mjs` },
    ],
  },
  define: { DEVELOPMENT_SERVER: "false" },
  test: {
    pool: "forks",
    // One more than there are processors, since most tests wait for PostgreSQL or a process that starts.
    maxWorkers: availableParallelism() + 1,
    allowOnly: process.env.CI === undefined,
    passWithNoTests: false,
    // Clusters are stopped and logs searched when the tests are over.
    teardownTimeout: 60_000,
    // As long as a busy machine may need; the tests that promise a time measure it themselves.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    setupFiles: processorTime,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/{unit,package}/**/*.test.{ts,tsx}"],
          setupFiles: [processorTime, "tests/support/own-temporary-folder.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup,
          setupFiles: [processorTime, "tests/support/own-flags.ts", "tests/support/light-passwords.ts"],
          ...sharedModules,
          ...roomyHeap,
        },
      },
      {
        extends: true,
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          globalSetup: [globalSetup, "tests/support/lanes-setup.ts"],
          setupFiles: [processorTime, "tests/support/record-secrets.ts"],
          ...sharedModules,
        },
      },
    ],
  },
});
