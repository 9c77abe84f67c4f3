import { expect, test } from "../page-test";

interface Description {
  paths: Record<string, Record<string, { summary?: string }>>;
}

test("the API reference shows every operation of the OpenAPI document", async ({ page }) => {
  const description = (await (await page.request.get("/openapi.json")).json()) as Description;
  const summaries = Object.entries(description.paths)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([, operations]) => Object.values(operations).map(({ summary = "" }) => summary));
  expect(summaries.length).toBeGreaterThanOrEqual(8);

  await page.goto("/docs/api");
  for (const summary of summaries) await expect(page.getByText(summary, { exact: true }).first()).toBeVisible();
});

test("the API reference shows none of its maker's hosted features", async ({ page }) => {
  await page.goto("/docs/api");
  await expect(page.getByRole("heading", { name: /Coppice/ }).first()).toBeVisible();
  await expect(page.getByText("Ask AI")).toHaveCount(0);
  await expect(page.getByText("Generate MCP")).toHaveCount(0);
  await expect(page.getByText("Powered by Scalar")).toBeHidden();
});

test("the API reference follows the colours the system asks for", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs/api");
  await expect(page.locator("body")).toHaveClass(/light-mode/);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("body")).toHaveClass(/dark-mode/);
});
