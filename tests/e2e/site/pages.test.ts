import { ERRORS } from "@/lib/core/errors";
import { SIZES } from "../looks";
import { expect, test } from "../page-test";

test("the start page says what this is, shows the first request and leads on", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Postgres databases that\sbranch/);
  await expect(page.getByText("curl -X POST")).toContainText("/api/v1/databases");
  await expect(page.getByText("your servers verify their signed tokens")).toBeVisible();

  const addresses = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const inside = [...new Set(addresses)].filter((address) => address.startsWith("/"));
  expect(inside).toEqual(expect.arrayContaining(["/docs", "/docs/api", "/dashboard", "/docs/getting-started"]));
  for (const address of inside) {
    expect((await page.request.get(new URL(address, baseURL).href)).status(), address).toBe(200);
  }
});

test("every page of the sidebar renders and marks itself as the current one", async ({ page }) => {
  await page.goto("/docs/getting-started");
  const sidebar = page.getByRole("navigation", { name: "Documentation" });
  const names = await sidebar.getByRole("link").allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names.filter((text) => text !== "API reference")) {
    await sidebar.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(sidebar.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
  }
});

test("pages of the documentation fit a phone and link to what exists", async ({ page, baseURL }) => {
  await page.setViewportSize(SIZES.phone);
  await page.goto("/docs");
  const slugs = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(slugs.length).toBeGreaterThanOrEqual(8);
  for (const slug of slugs) {
    await page.goto(slug);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, slug).toBeLessThanOrEqual(0);
    const links = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
    for (const link of new Set(links.filter((href) => href.startsWith(baseURL ?? "-")))) {
      const { pathname, hash } = new URL(link);
      const answer = await page.request.get(pathname);
      expect(answer.status(), `${slug} links to ${pathname}`).toBe(200);
      if (hash) expect(await answer.text(), `${slug} links to ${pathname}${hash}`).toContain(`id="${hash.slice(1)}"`);
    }
  }
});

test("the anchor of an error code leads to its entry", async ({ page }) => {
  await page.goto("/docs/errors#name_taken");
  await expect(page.getByRole("heading", { name: "name_taken" })).toBeInViewport();
  for (const code of Object.keys(ERRORS)) await expect(page.locator(`#${code}`)).toHaveText(code);
});

test("a page that does not exist is a 404 that leads back", async ({ page }) => {
  for (const address of ["/nope", "/docs/nope", "/docs/decisions", "/docs/..%2fpackage", "/docs/errors/more"]) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Start page" }).click();
  await expect(page).toHaveURL("/");
});

test("the copy button copies the first request as it is shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator("pre").first().textContent(),
  );
});
