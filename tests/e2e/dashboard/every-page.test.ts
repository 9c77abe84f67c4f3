import type { Page, Response } from "@playwright/test";
import { expectGoodLooks, keepPicture, SIZES } from "../looks";
import { expect, test, visitEach } from "./every-page";
import { FirstLoad } from "./first-load";
import { faint, moving, outOfReach } from "./in-reach";
import { declareNavigation } from "./navigation";

// One organisation serves all of them.
test.describe.configure({ mode: "default" });

/** 1280 × 800 at 200 %. */
const ZOOMED = { width: 640, height: 400 };
const main = (page: Page) => page.getByRole("main");

/** The dialogs that open over a page. */
const OPENED: readonly { page: string; open: (page: Page) => Promise<void>; dialog: string | RegExp }[] = [
  {
    page: "databases",
    open: (page) => main(page).getByRole("button", { name: "Create database" }).click(),
    dialog: "Create database",
  },
  {
    page: "members",
    open: (page) => main(page).getByRole("button", { name: "Invite members" }).click(),
    dialog: "Invite members",
  },
  {
    page: "keys",
    open: (page) => main(page).getByRole("button", { name: "Create key" }).click(),
    dialog: "Create API key",
  },
  { page: "audit", open: (page) => main(page).getByRole("listitem").getByRole("button").first().click(), dialog: /./ },
  {
    page: "overview",
    open: (page) => page.getByRole("banner").getByRole("button", { name: "Connect" }).click(),
    dialog: "Connect to shop",
  },
  {
    page: "rows",
    open: (page) => main(page).getByRole("list", { name: "Rows of orders" }).getByRole("button").first().click(),
    dialog: "Row 1 of orders",
  },
  {
    page: "rows",
    open: (page) => main(page).getByRole("button", { name: "Filter", exact: true }).click(),
    dialog: "Add condition",
  },
  {
    page: "databases",
    open: (page) => page.getByRole("banner").getByRole("button", { name: "Search" }).click(),
    dialog: "Search",
  },
];

/** The parts of the dashboard, each with the parameters of its pages' addresses. */
const PARTS = {
  functions: /\/functions\b/,
  project: /\/projects\/p_/,
  database: /\/databases\/db_/,
  organisation: /./,
};

const partOf = (address: string) => Object.entries(PARTS).find(([, pattern]) => pattern.test(address))?.[0];

test.describe("at 200 %, with reduced motion", () => {
  test.use({ viewport: ZOOMED, contextOptions: { reducedMotion: "reduce" } });

  for (const part of Object.keys(PARTS)) {
    test(`DA-M8, DA-L11: the pages of a part fit the screen, keep still, and are accessible, light and signed: ${part}`, async ({
      page,
      demo,
    }) => {
      test.slow();
      const firstLoad = new FirstLoad(page);
      const pages = Object.entries(demo.pages).filter(([, address]) => partOf(address) === part);
      await visitEach(page, Object.fromEntries(pages), async (name, document) => {
        await expectCalm(page, name);
        await keepPicture(page, `pages/dashboard-zoomed-${name}`, false);
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          // Further down, the header covers a part of the page.
          await page.evaluate(() => window.scrollTo(0, 0));
          await expectGoodLooks(page, `pages/dashboard-${name}-${size}`, { without: "iframe" });
        }
        await page.setViewportSize(ZOOMED);
        await expectSigned(document, name);
        // The browser warns of a style sheet that it was told to load, and that no page uses.
        expect.soft(await page.evaluate(unusedStyles), `${name}: style sheets`).toEqual([]);
        await firstLoad.expectWithin(name, await document.text());
      });
      firstLoad.write(part);
    });
  }

  test("so does every panel over a page", async ({ page, demo }) => {
    test.slow();
    for (const { page: name, open, dialog } of OPENED) {
      await page.goto(demo.pages[name] ?? "");
      await open(page);
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await expectCalm(page, `${name}: ${dialog}`);
    }
  });
});

test.describe("from page to page", () => declareNavigation());

/** Every script has the nonce of the page's own policy. */
async function expectSigned(document: Response, name: string): Promise<void> {
  const [, nonce = "none"] = /'nonce-([^']+)'/.exec(document.headers()["content-security-policy"] ?? "") ?? [];
  const scripts = (await document.text()).match(/<script\b[^>]*>/g) ?? [];
  expect.soft(scripts.length, `${name}: scripts`).toBeGreaterThan(0);
  expect
    .soft(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
      `${name}: nonce`,
    )
    .toEqual([]);
}

/** Returns the style sheets that were preloaded for the page, and are none of its own. */
function unusedStyles(): string[] {
  const hrefs = (selector: string) =>
    [...document.querySelectorAll<HTMLLinkElement>(selector)].map(({ href }) => new URL(href).pathname);
  const used = new Set(hrefs("link[rel=stylesheet]"));
  return hrefs("link[rel=preload][as=style]").filter((href) => !used.has(href));
}

async function expectCalm(page: Page, name: string): Promise<void> {
  await expect(page.locator(".mantine-Skeleton-root")).toHaveCount(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(moving), `${name}: motion`).toEqual([]);
  expect.soft(await page.evaluate(outOfReach), `${name}: controls`).toEqual([]);
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: "reduce" } });

  test("DA-M7, DA-M9: every page can be read by its own title, and a switch that is off can be seen, in the theme of the system", async ({
    page,
    demo,
  }) => {
    test.slow();
    // Next renders the page for a missing address in the browser.
    const pages = Object.fromEntries(Object.entries(demo.pages).filter(([name]) => name !== "missing"));
    const titles = new Map<string, string>();
    await visitEach(page, pages, async (name) => {
      titles.set(await page.title(), name);
      await expect.soft(page.locator("noscript").getByRole("alert"), name).toContainText("JavaScript is off.");
      for (const [colorScheme, colour] of Object.entries(PAGE_COLOURS)) {
        await page.emulateMedia({ colorScheme: colorScheme as "light" | "dark" });
        await expect.soft(page.locator("body"), name).toHaveCSS("background-color", colour);
        expect.soft(await page.evaluate(faint), `${name}, ${colorScheme}: hard to read`).toEqual([]);
      }
      await keepPicture(page, `pages/dashboard-scriptless-${name}`);
    });
    // Tabs, bookmarks and the browser's history tell pages by their titles alone.
    const sameAsAnother = Object.keys(pages).filter((name) => ![...titles.values()].includes(name));
    expect(sameAsAnother).toEqual(["databases"]);
    const named = Object.fromEntries([...titles].map(([title, name]) => [name, title]));
    expect(named).toMatchObject({
      rows: "orders · shop · Coppice",
      structure: "Structure of orders · shop · Coppice",
      sql: "SQL · shop · Coppice",
      overview: "shop · Coppice",
      collection: "reviews · shop · Coppice",
      function: "hello · Harbour Books shop · Coppice",
      bucket: "covers · Harbour Books shop · Coppice",
      members: expect.stringMatching(/^Members · .+ · Coppice$/),
    });
  });
});

/** The page's surface: components/ui/tokens.css. */
const PAGE_COLOURS = { light: "rgb(251, 252, 250)", dark: "rgb(32, 36, 34)" };
