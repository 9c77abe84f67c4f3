import { AxeBuilder } from "@axe-core/playwright";
import { expect, signIn, test } from "./page-test";

const PAGES = {
  databases: "",
  members: "/members",
  keys: "/keys",
  audit: "/audit",
  usage: "/usage",
  settings: "/settings",
};
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test("every page of the dashboard is accessible and fits the screen", async ({ page }) => {
        test.slow();
        await signIn(page);
        await expect(page).toHaveURL(/\/dashboard\/org_[0-9a-z]{20}$/);
        const home = new URL(page.url()).pathname;
        const addresses = [
          ...Object.entries(PAGES).map(([name, path]) => [name, home + path] as const),
          ...(["account", "invitations"] as const).map((name) => [name, `/dashboard/${name}`] as const),
        ];
        for (const [name, address] of addresses) {
          await page.goto(address);
          await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
          await page.screenshot({
            path: `artifacts/pages/dashboard-${name}-${colorScheme}-${size}.png`,
            fullPage: true,
          });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft(overflow, name).toBeLessThanOrEqual(0);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
          expect.soft(found, name).toEqual([]);
        }
      });
    });
  }
}
