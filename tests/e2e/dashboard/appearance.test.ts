import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook } from "../looks";
import { startDatabase } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";

const PAGES = {
  databases: "",
  "databases-none-found": "?search=nothing-is-called-that",
  members: "/members",
  keys: "/keys",
  audit: "/audit",
  usage: "/usage",
  billing: "/billing",
  settings: "/settings",
};

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

inEveryLook((look) => {
  test("every page of the dashboard is accessible and fits the screen", async ({ page }) => {
    test.slow();
    const database = `${HOME}/databases/${(await startDatabase("looks")).id}`;
    const addresses = [
      ...Object.entries(PAGES).map(([name, path]) => [name, HOME + path] as const),
      ...(["account", "invitations"] as const).map((name) => [name, `/dashboard/${name}`] as const),
      ["overview", database] as const,
      ...(["branches", "settings"] as const).map((name) => [`database-${name}`, `${database}/${name}`] as const),
      ["nothing-here", `${HOME}/databases/db_00000000000000000000`] as const,
    ];
    for (const [name, address] of addresses) {
      await page.goto(address);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `pages/dashboard-${name}-${look}`);
    }
  });

  test("so is what opens over a page", async ({ page }) => {
    test.slow();
    for (const [name, { path, open }] of Object.entries(OPENED)) {
      await page.goto(HOME + path);
      await open(page);
      await expectGoodLooks(page, `pages/dashboard-${name}-${look}`);
    }
  });
});
