import { ERRORS } from "@/lib/core/error-table";
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

test("every page of the documentation is there as Markdown, and llms.txt lists them", async ({ request }) => {
  const list = await request.get("/llms.txt");
  expect(list.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const links = [...(await list.text()).matchAll(/^- \[(.+)\]\((.+)\): /gm)];
  expect(links.length).toBeGreaterThanOrEqual(8);
  for (const [, title = "", address = ""] of links.filter(([, name]) => name !== "API reference")) {
    const page = await request.get(address);
    expect(page.headers()["content-type"], address).toBe("text/markdown; charset=utf-8");
    expect(await page.text(), address).toMatch(/^# .+/);
    const shown = await request.get(address.replace(/\.md$/, ""));
    expect(await shown.text(), address).toContain(title);
  }
  const missing = await request.get("/docs/nothing.md");
  expect([missing.status(), (await missing.json()).error.code]).toEqual([404, "not_found"]);
});

test("the documentation is searched without a script, and leads to the part that fits", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/docs/getting-started");
  await page.getByRole("searchbox", { name: "Search the documentation" }).last().fill("rotate dkim key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText(/^\d+ pages for “rotate dkim key”$/);
  const [first] = await page.getByRole("main").getByRole("link").all();
  await first?.click();
  await expect(page).toHaveURL(/\/docs\/mail#.+/);
  await page.goto("/docs/search?q=zzqqxx");
  await expect(page.getByRole("status")).toHaveText("No page has “zzqqxx”. Try fewer or other words.");
  await page.goto("/docs/search");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search the documentation");
  await context.close();
});

test("pages of the documentation fit a phone and link to existing pages", async ({ page, baseURL }) => {
  await page.setViewportSize(SIZES.phone);
  await page.goto("/docs");
  const slugs = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(slugs.length).toBeGreaterThanOrEqual(8);
  const texts = new Map<string, string>();
  const textAt = async (pathname: string, from: string) => {
    const known = texts.get(pathname);
    if (known !== undefined) return known;
    const answer = await page.request.get(pathname);
    expect(answer.status(), `${from} links to ${pathname}`).toBe(200);
    const text = await answer.text();
    texts.set(pathname, text);
    return text;
  };
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
      const text = await textAt(pathname, slug);
      if (hash) expect(text, `${slug} links to ${pathname}${hash}`).toContain(`id="${hash.slice(1)}"`);
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
  await outline.getByRole("link", { name: "Steps of a copy", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Steps of a copy" })).toBeInViewport();
  await page.getByRole("link", { name: "Previous Databases" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Databases");
  await page.getByRole("link", { name: "Next Branching" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Branching");
});

test("on a phone the menu is folded, and a row of a table names its columns", async ({ page }) => {
  await page.setViewportSize(SIZES.phone);
  await page.goto("/docs/branching");
  const menu = page.getByRole("navigation", { name: "Documentation" });
  await expect(menu.getByRole("link", { name: "Disk storage" })).toBeHidden();
  await menu.getByText("Documentation").click();
  await menu.getByRole("link", { name: "Disk storage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disk storage");
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
