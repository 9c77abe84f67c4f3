import { ERRORS } from "@/lib/core/errors";
import { SIZES } from "../looks";
import { expect, test } from "../page-test";

test("the start page shows both halves with their first step, and leads on", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Postgres that branches, and sign-in for your apps");
  const code = (half: string) => page.getByRole("region", { name: half }).locator("pre");
  await expect(code("Databases")).toContainText(["/api/v1/databases", "/api/v1/databases/db_…/branches"]);
  await expect(code("Sign-in")).toContainText(["/auth/p_…/sign-in", "project snippets p_… --framework next"]);

  const addresses = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const inside = [...new Set(addresses)].filter((address) => address.startsWith("/"));
  expect(inside).toEqual(expect.arrayContaining(["/docs", "/docs/api", "/dashboard", "/docs/sign-in"]));
  for (const address of inside) {
    expect((await page.request.get(new URL(address, baseURL).href)).status(), address).toBe(200);
  }
});

test("the start page shows pictures in the colour scheme of the system", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    const pictures = page.getByRole("main").getByRole("img");
    await expect(pictures).toHaveCount(5);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty("naturalWidth", 2_560);
      expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(`-${colorScheme}.webp`);
    }
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
  for (const slug of slugs.filter((address) => address !== "/docs/api")) {
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

test("a page of the documentation has an outline, and leads to the pages around it", async ({ page }) => {
  await page.goto("/docs/branching");
  const outline = page.getByRole("navigation", { name: "On this page" });
  await outline.getByRole("link", { name: "What happens", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What happens" })).toBeInViewport();
  await page.getByRole("link", { name: "Previous Databases" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Databases");
  await page.getByRole("link", { name: "Next Branching" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Branching");
});

test("on a phone the menu is folded, and a row of a table names its columns", async ({ page }) => {
  await page.setViewportSize(SIZES.phone);
  await page.goto("/docs/branching");
  const menu = page.getByRole("navigation", { name: "Documentation" });
  await expect(menu.getByRole("link", { name: "Storage" })).toBeHidden();
  await menu.getByText("Documentation").click();
  await menu.getByRole("link", { name: "Storage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Storage");
  await expect(menu.getByRole("link", { name: "Branching" })).toBeHidden();

  await page.goto("/docs/projects");
  const cell = page
    .getByRole("row", { name: /^methods.passkey / })
    .getByRole("cell")
    .nth(1);
  expect(await cell.evaluate((shown) => getComputedStyle(shown, "::before").content)).toContain('"default"');
});

test("code is coloured without a script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${baseURL}/docs/getting-started`);
    const variable = page.locator("pre").filter({ hasText: "curl -X POST" }).first().getByText("$COPPICE_URL");
    const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
    expect(await variable.evaluate((shown) => getComputedStyle(shown).color)).not.toBe(ink);
    await expect(page.locator("pre [style]")).toHaveCount(0);
  } finally {
    await context.close();
  }
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
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator("pre").first().textContent(),
  );
});
