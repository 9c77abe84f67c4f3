import { AxeBuilder } from "@axe-core/playwright";
import { expect, signIn, test } from "./page-test";

const PAGES = {
  start: "/",
  docs: "/docs",
  "getting-started": "/docs/getting-started",
  "management-api": "/docs/management-api",
  errors: "/docs/errors",
  branching: "/docs/branching",
  "docs-dashboard": "/docs/dashboard",
  operating: "/docs/operating",
  "command-line": "/docs/command-line",
  storage: "/docs/storage",
  security: "/docs/security",
  "api-reference": "/docs/api",
  dashboard: "/dashboard",
  "not-found": "/nope",
};

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      for (const [name, address] of Object.entries(PAGES)) {
        test(`${name} is accessible and fits the screen`, async ({ page }) => {
          if (name === "dashboard") {
            await signIn(page);
            await expect(page).toHaveURL(/\/dashboard\/org_/);
          } else {
            await page.goto(address);
          }
          const main = page.getByRole("main", name === "api-reference" ? { name: "API documentation" } : {});
          await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
          // The reference draws its sections one after the other; this one is the last.
          if (name === "api-reference") await expect(main.getByRole("heading", { name: "Models" })).toBeVisible();

          await page.screenshot({ path: `artifacts/pages/${name}-${colorScheme}-${size}.png`, fullPage: true });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
        });
      }
    });
  }
}
