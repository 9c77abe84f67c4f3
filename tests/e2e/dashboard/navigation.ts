import type { Page } from "@playwright/test";
import { expect, test } from "./every-page";

const sidebar = (page: Page) => page.getByRole("navigation", { name: /^(Database|Project|Organisation|Function)/ });
const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 }).first();

/** The pages whose sidebars and sections the walk follows, by their names in `Demo.pages`. */
const STARTS = ["databases", "overview", "rows", "project", "function"];

/** Declares the tests of going from page to page, in the file that has the demo: two that seed it disturb each other. */
export function declareNavigation(): void {
  // Lower than the content of most pages.
  test.use({ viewport: { width: 1280, height: 420 } });

  for (const start of STARTS) {
    test(`DA-H3: each link of a page opens its page at the top, with its heading focused: ${start}`, async ({
      page,
      demo,
    }) => {
      test.slow();
      const from = demo.pages[start] ?? "";
      await page.goto(from);
      await expect(heading(page)).toBeAttached();
      for (const [place, to] of (await addressesOn(page)).entries()) {
        await page.goto(from);
        await expect(heading(page)).toBeAttached();
        await hydrated(page);
        // From the top, and from further down.
        await page.evaluate((y) => window.scrollTo(0, y), place % 2 === 0 ? 0 : 300);
        await page
          .locator(`[data-dashboard] a[href="${to}"]`)
          .first()
          .evaluate((link: HTMLElement) => link.click());
        await expect(page).toHaveURL((url) => url.pathname + url.search === to);
        await expect(heading(page), `${to}: focused`).toBeFocused();
        expect.soft(await page.evaluate(() => window.scrollY), to).toBe(0);
      }
    });
  }

  test("DA-H3: going back opens a page as far down as it was left", async ({ page, demo }) => {
    await page.goto(demo.pages.overview ?? "");
    await hydrated(page);
    await page.evaluate(() => window.scrollTo(0, 120));
    const before = await page.evaluate(() => window.scrollY);
    await sidebar(page).getByRole("link", { name: "Tables" }).click();
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(demo.pages.overview ?? "");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test("DA-L9: a link to a table that was renamed leads to the tables", async ({ page, demo }) => {
    await page.goto((demo.pages.rows ?? "").replace("table=orders", "table=gone"));
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Go to tables" }).click();
    await expect(page).toHaveURL(demo.pages.tables ?? "");
  });
}

/** Returns the addresses of other pages of the dashboard that the page leads to, each kind of page once. */
async function addressesOn(page: Page): Promise<string[]> {
  const all = await page
    .locator("nav a[href^='/dashboard/'], main a[href^='/dashboard/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const { pathname } = new URL(page.url());
  const kinds = new Map(
    all
      .filter((address) => !address.includes("#") && address.split("?")[0] !== pathname)
      .map((address) => [kindOf(address), address]),
  );
  return [...kinds.values()];
}

/** Returns the common part of the pages of one file, so that no more than one of a long list is opened. */
function kindOf(address: string): string {
  const { pathname } = new URL(address, "http://localhost");
  return pathname.replaceAll(/\b[a-z]+_[0-9a-z]{20}\b/g, "*");
}

/** A click before that is a document of its own. */
async function hydrated(page: Page): Promise<void> {
  await expect(page.getByRole("navigation").getByRole("button", { name: /sidebar/ })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
}
