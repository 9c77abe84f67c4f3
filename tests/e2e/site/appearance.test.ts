import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, ownerTest, test } from "../page-test";

const PAGES = {
  start: "/",
  docs: "/docs",
  "getting-started": "/docs/getting-started",
  "management-api": "/docs/management-api",
  errors: "/docs/errors",
  branching: "/docs/branching",
  "docs-search": "/docs/search?q=rotate+key",
  "guide-to-tokens": "/docs/guides/verify-tokens",
  "docs-sql-editor": "/docs/sql-editor",
  operating: "/docs/operating",
  "command-line": "/docs/command-line",
  storage: "/docs/storage",
  security: "/docs/security",
  "api-reference": "/docs/api",
  dashboard: HOME,
  "not-found": "/nope",
};

inEveryLook((look) => {
  for (const [name, address] of Object.entries(PAGES)) {
    const visit = name === "dashboard" ? ownerTest : test;
    visit(`${name} is accessible and fits the screen`, async ({ page }) => {
      await page.goto(address);
      const main = page.getByRole("main", name === "api-reference" ? { name: "API documentation" } : {});
      await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
      // The reference draws its sections one after the other; this one is the last.
      if (name === "api-reference") await expect(main.getByRole("heading", { name: "Models" })).toBeVisible();
      await expectGoodLooks(page, `pages/${name}-${look}`);
    });
  }
});
