import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { startDatabase } from "./made-database";
import { expect, signIn, test } from "./page-test";

const PAGES = {
  databases: "",
  "databases-none-found": "?search=nothing-is-called-that",
  members: "/members",
  keys: "/keys",
  audit: "/audit",
  usage: "/usage",
  settings: "/settings",
};
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** What opens over a page: the page, and how to open it. */
const OPENED: Record<string, { path: string; open: (page: Page) => Promise<void> }> = {
  palette: {
    path: "",
    open: async (page) => {
      await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
      await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    },
  },
  "create-key": {
    path: "/keys",
    open: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("dialog", { name: "Create API key" }).getByLabel("Name")).toBeFocused();
    },
  },
  "delete-organisation": {
    path: "/settings",
    open: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Delete organisation" }).click();
      await expect(page.getByRole("dialog", { name: "Delete organisation" }).getByRole("textbox")).toBeFocused();
    },
  },
  "account-menu": {
    path: "",
    open: async (page) => {
      await page.getByRole("button", { name: "Account" }).click();
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    },
  },
};

async function check(page: Page, name: string, suffix: string): Promise<void> {
  // Nothing is judged half faded in.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  await page.screenshot({ path: `artifacts/pages/dashboard-${name}-${suffix}.png`, fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, name).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(found, name).toEqual([]);
}

async function enter(page: Page): Promise<string> {
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard\/org_[0-9a-z]{20}$/);
  return new URL(page.url()).pathname;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test("every page of the dashboard is accessible and fits the screen", async ({ page }) => {
        test.slow();
        const home = await enter(page);
        const database = `${home}/databases/${(await startDatabase("looks")).id}`;
        const addresses = [
          ...Object.entries(PAGES).map(([name, path]) => [name, home + path] as const),
          ...(["account", "invitations"] as const).map((name) => [name, `/dashboard/${name}`] as const),
          ["overview", database] as const,
          ["nothing-here", `${home}/databases/db_00000000000000000000`] as const,
        ];
        for (const [name, address] of addresses) {
          await page.goto(address);
          await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
          if (name === "overview") await expect(page.getByRole("heading", { name: "Connect" })).toBeVisible();
          await check(page, name, `${colorScheme}-${size}`);
        }
      });

      test("so is what opens over a page", async ({ page }) => {
        test.slow();
        const home = await enter(page);
        for (const [name, { path, open }] of Object.entries(OPENED)) {
          await page.goto(home + path);
          await open(page);
          await check(page, name, `${colorScheme}-${size}`);
        }
      });
    });
  }
}
