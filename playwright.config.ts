import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const chromium = fileURLToPath(new URL(".setup/chromium", import.meta.url));
/** Set by `npm test -- e2e`, which runs a service of its own for these tests. */
const baseURL = process.env.COPPICE_URL;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "tests/e2e/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // As long as a busy machine may need; a test that passes waits for none of it.
  timeout: 300_000,
  retries: 0,
  // One more than there are processors, since a browser waits for its pages.
  workers: availableParallelism() + 1,
  reporter: [["list"]],
  expect: { timeout: 60_000 },
  use: {
    ...(baseURL ? { baseURL } : {}),
    // A click on what never comes fails long before the test's own time is over.
    actionTimeout: 120_000,
    screenshot: "only-on-failure",
    // A click waits for what fades or slides. The journeys of tests/e2e/dashboard/pages.test.ts have motion.
    contextOptions: { reducedMotion: "reduce" },
    // Recording takes a quarter of the processor time of a test.
    trace: process.env.COPPICE_TEST_TRACE === "1" ? "retain-on-failure" : "off",
    // Set-up found or downloaded it; without set-up it is Playwright's own.
    launchOptions: existsSync(chromium) ? { executablePath: readFileSync(chromium, "utf8") } : {},
  },
  projects: [{ name: "chromium", use: { browserName: "chromium" } }],
});
