import type { Locator, Page } from "@playwright/test";
import { query } from "../made-database";
import { HOME } from "../page-test";
import { editor, expect, main, openEditor, test } from "./sql-page";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const cards = (page: Page) => main(page).getByRole("list", { name: "Rows of visits" });
const card = (page: Page, text: string) => cards(page).getByRole("listitem").filter({ hasText: text });
const saved = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Chooses from the menu of a row. */
async function choose(page: Page, row: number, action: string): Promise<void> {
  await main(page)
    .getByRole("button", { name: `Actions for row ${row}`, exact: true })
    .tap();
  await page.getByRole("menuitem", { name: action, exact: true }).tap();
}

const collect = (page: Page) => main(page).getByRole("switch", { name: "Collect changes" }).tap({ force: true });

const LONG = "a long story, ".repeat(400);

test("a table is cards: rows are opened, filtered, sorted, changed alone and together, added and deleted", async ({
  page,
  database,
}) => {
  await query(
    database,
    `CREATE TABLE guests (id int PRIMARY KEY);
     INSERT INTO guests VALUES (7);
     CREATE TABLE visits (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, note text,
       guest int REFERENCES guests, story text);
     INSERT INTO visits (name, note, guest, story) VALUES ('Ada', 'window', 7, '${LONG}'), ('Ben', NULL, NULL, ''), ('Cyd', 'hall', NULL, '')`,
  );
  const visits = () => query(database, "SELECT name, note FROM visits ORDER BY id");
  await page.goto(`${HOME}/databases/${database.id}/tables/rows?schema=public&table=visits`);
  await expect(cards(page).getByRole("listitem")).toHaveCount(3);
  await expect(card(page, "Ada")).toContainText("note window");
  await expect(main(page).getByRole("grid")).toHaveCount(0);

  // A row opens with all values, those that are too long for the page included.
  await card(page, "Ada").getByRole("button", { name: "1 Ada" }).tap();
  const form = page.getByRole("dialog", { name: "Row 1 of visits" });
  await expect(form.getByRole("textbox", { name: "story", exact: true })).toHaveValue(LONG);
  await form.getByRole("textbox", { name: "note", exact: true }).fill("garden");
  await form.getByRole("button", { name: "Save row" }).tap();
  await expect(saved(page, "Updated note.")).toBeVisible();
  await expect(card(page, "Ada")).toContainText("note garden");
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(card(page, "Ada")).toContainText("note window");

  // The filter is a sheet, for fingers.
  await main(page).getByRole("button", { name: "Filter", exact: true }).tap();
  const sheet = page.getByRole("dialog", { name: "Add condition" });
  await sheet.getByLabel("Column").selectOption("name");
  for (const field of [sheet.getByLabel("Column"), sheet.getByLabel("Operator"), sheet.getByLabel("Value")]) {
    await expectForFingers(field);
  }
  await expectForFingers(sheet.getByRole("button", { name: "Apply" }));
  await sheet.getByLabel("Value").fill("Ben");
  await sheet.getByRole("button", { name: "Apply" }).tap();
  await expect(cards(page).getByRole("listitem")).toHaveCount(1);
  await main(page)
    .getByRole("button", { name: /^Remove name/ })
    .tap();
  await expect(cards(page).getByRole("listitem")).toHaveCount(3);
  await main(page).getByLabel("Sort").selectOption("Sort: name ↓");
  await expect(cards(page).getByRole("listitem").first()).toContainText("Cyd");

  // Changes are collected as on a wide screen, and applied as one.
  await collect(page);
  await choose(page, 1, "Delete row");
  await card(page, "Ben").getByRole("button").first().tap();
  await page.getByRole("dialog").getByRole("textbox", { name: "note", exact: true }).fill("stairs");
  await page.getByRole("dialog").getByRole("button", { name: "Keep changes" }).tap();
  const bar = main(page).getByRole("region", { name: "Changes to apply" });
  await expect(bar).toContainText("2 changes");
  expect(await visits()).toHaveLength(3);
  await bar.getByRole("button", { name: "Apply" }).tap();
  await expect(saved(page, "2 changes applied.")).toBeVisible();
  expect(await visits()).toEqual([
    { name: "Ada", note: "window" },
    { name: "Ben", note: "stairs" },
  ]);
  await collect(page);

  // A row begins as a form, which names the missing values; without one, nothing is left of it.
  const added = page.getByRole("dialog", { name: "New row of visits" });
  await main(page).getByRole("button", { name: "Add row" }).tap();
  await added.getByRole("button", { name: "Cancel" }).tap();
  await expect(cards(page).getByRole("listitem")).toHaveCount(2);
  await main(page).getByRole("button", { name: "Add row" }).tap();
  await added.getByRole("button", { name: "Save row" }).tap();
  await expect(added.getByRole("alert")).toContainText("Enter a value");
  await expect(added.getByRole("textbox", { name: "name", exact: true })).toBeFocused();
  await added.getByRole("textbox", { name: "name", exact: true }).fill("Dov");
  await added.getByRole("button", { name: "Save row" }).tap();
  await expect(saved(page, "Row added.")).toBeVisible();
  await expect(card(page, "Dov")).toBeVisible();
  await choose(page, 1, "Delete row");
  await page.getByRole("dialog", { name: "Delete 1 row" }).getByRole("button", { name: "Delete" }).tap();
  await expect(saved(page, "1 row deleted.")).toBeVisible();
  await expect(cards(page).getByRole("listitem")).toHaveCount(2);
  await choose(page, 2, "Open row in guests");
  await expect(main(page).getByRole("heading", { level: 1, name: "guests" })).toBeVisible();
});

async function expectForFingers(control: Locator): Promise<void> {
  expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(40);
}

test("Run stays above the on-screen keyboard", async ({ page, database }) => {
  await openEditor(page, database);
  await editor(page).tap();
  // The browser that tests run in has no keyboard on its screen: the room that it would leave is given in its place.
  const left = 420;
  await page.evaluate((height) => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    Object.defineProperty(viewport, "height", { configurable: true, value: height });
    viewport.dispatchEvent(new Event("resize"));
  }, left);
  const bottomOf = async (control: Locator) => {
    const box = await control.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const run = main(page).getByRole("button", { name: /^Run/ }).first();
  await expect.poll(() => bottomOf(run)).toBeLessThanOrEqual(left);
  expect(await bottomOf(run)).toBeGreaterThan(left - 60);
  await expect(editor(page)).toBeInViewport();
});
