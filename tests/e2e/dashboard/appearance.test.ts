import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

/** The things that open over a page: the page, and the way to open each. */
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
  test("a dialog over a page is accessible and fits the screen", async ({ page }) => {
    test.slow();
    for (const [name, { path, open }] of Object.entries(OPENED)) {
      await page.goto(HOME + path);
      await open(page);
      await expectGoodLooks(page, `pages/dashboard-${name}-${look}`);
    }
  });
});
