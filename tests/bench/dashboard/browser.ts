import { readFileSync } from "node:fs";
import { type BrowserContext, chromium } from "@playwright/test";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";

/** A browser with one context, which is closed at the end of the run. */
export async function openBrowser(cleanUp: CleanUp): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: readFileSync(".setup/chromium", "utf8") });
  cleanUp.add(() => browser.close());
  const permissions = ["clipboard-read", "clipboard-write"];
  return browser.newContext({ viewport: { width: 1280, height: 800 }, permissions });
}

/** Signs in as the owner of the first run; the page that was signed in stays open. */
export async function signIn(
  context: BrowserContext,
  origin: string,
  firstRun: BenchService["firstRun"],
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.getByLabel("Email address").fill(firstRun.COPPICE_OWNER_EMAIL ?? "");
  await page.getByLabel("Password", { exact: true }).fill(firstRun.COPPICE_OWNER_PASSWORD ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/org_/);
}
