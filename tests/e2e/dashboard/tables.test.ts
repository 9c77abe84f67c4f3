import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook, keepPicture } from "../looks";
import { type MadeDatabase, query } from "../made-database";
import { expect, HOME } from "../page-test";
import { test } from "./sql-page";

const main = (page: Page) => page.getByRole("main");
const grid = (page: Page, table: string) => main(page).getByRole("grid", { name: `Rows of ${table}` });
const cell = (page: Page, table: string, text: string) =>
  grid(page, table).getByRole("gridcell", { name: text, exact: true });
/** The field in which a value is typed, in its cell. */
const field = (page: Page, table: string, column: string) =>
  grid(page, table).getByRole("textbox", { name: column, exact: true });

/** A condition of the filter. */
const chip = (page: Page, text: string) =>
  main(page).getByRole("group", { name: "Filter" }).getByRole("button", { name: text, exact: true });

/** Opens the list of tables. Returns its address. */
async function openTables(page: Page, { id }: MadeDatabase): Promise<string> {
  const address = `${HOME}/databases/${id}/tables`;
  await page.goto(address);
  return address;
}

async function open(page: Page, table: string): Promise<void> {
  await main(page).getByRole("table", { name: "Tables" }).getByRole("link", { name: table, exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: table })).toBeVisible();
}

test("a value is changed in its place, undone, set to NULL; rows are added and deleted", async ({ page, database }) => {
  await query(
    database,
    `CREATE TYPE size AS ENUM ('small', 'large');
     CREATE TABLE goods (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, note text, size size,
       is_sold boolean NOT NULL DEFAULT false, made_on date);
     INSERT INTO goods (name, note, size) VALUES ('chair', 'oak', 'small'), ('table', NULL, 'large');`,
  );
  await openTables(page, database);
  await open(page, "goods");
  await cell(page, "goods", "oak").dblclick();
  const note = field(page, "goods", "note");
  await note.fill("beech");
  await note.press("Escape");
  await expect(cell(page, "goods", "oak")).toBeVisible();
  await page.keyboard.type("ash");
  await page.keyboard.press("Enter");
  await expect(cell(page, "goods", "ash")).toBeVisible();
  await expect(grid(page, "goods")).toBeFocused();
  expect(await query(database, "SELECT note FROM goods WHERE name = 'chair'")).toEqual([{ note: "ash" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, "goods", "oak")).toBeVisible();

  await cell(page, "goods", "oak").click();
  await page.keyboard.press("ControlOrMeta+Delete");
  await expect(page.getByRole("status").filter({ hasText: "Set note to NULL." })).toBeVisible();
  await expect(note).toHaveCount(0);
  expect(await query(database, "SELECT note FROM goods")).toEqual([{ note: null }, { note: null }]);
  await page.keyboard.press("F2");
  await expect(note).toHaveAttribute("placeholder", "NULL");
  await note.pressSequentially("x");
  await note.press("Backspace");
  await note.press("Tab");
  await expect(cell(page, "goods", "empty")).toBeVisible();
  expect(await query(database, "SELECT note FROM goods WHERE name = 'chair'")).toEqual([{ note: "" }]);

  // Tab has moved on to the enum: a choice made by the pointer is saved at once.
  await page.keyboard.press("Enter");
  await grid(page, "goods").getByRole("combobox", { name: "size" }).selectOption("large");
  await expect(page.getByRole("status").filter({ hasText: "Updated size." })).toBeVisible();
  await expect(cell(page, "goods", "large")).toHaveCount(2);

  await main(page).getByRole("columnheader", { name: "made_on" }).scrollIntoViewIfNeeded();
  await grid(page, "goods").press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2026-02-30");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not a valid date." })).toBeVisible();
  await field(page, "goods", "made_on").fill("2026-02-28");
  await page.keyboard.press("Enter");
  await expect(cell(page, "goods", "2026-02-28")).toBeVisible();

  // A row is added in the grid: keys walk its columns, and the last one saves it.
  await main(page).getByRole("button", { name: "Add row" }).click();
  await expect(field(page, "goods", "name")).toHaveAttribute("placeholder", "required");
  await expect(cell(page, "goods", "generated")).toBeVisible();
  await page.keyboard.type("<b>lamp</b>");
  await page.keyboard.press("Tab");
  await expect(field(page, "goods", "note")).toBeFocused();
  await page.keyboard.press("Tab");
  await grid(page, "goods").getByRole("combobox", { name: "size" }).selectOption("large");
  await grid(page, "goods").press("ArrowRight");
  await page.keyboard.press("Enter");
  await grid(page, "goods").getByRole("combobox", { name: "is_sold" }).selectOption("true");
  await grid(page, "goods").press("ArrowRight");
  await page.keyboard.type("2026-02-03");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Row added." })).toBeVisible();
  await expect(cell(page, "goods", "<b>lamp</b>")).toBeVisible();
  expect(await query(database, "SELECT id, size, is_sold, made_on::text, note FROM goods WHERE id = 3")).toEqual([
    { id: 3, size: "large", is_sold: true, made_on: "2026-02-03", note: null },
  ]);

  await grid(page, "goods").getByRole("checkbox", { name: "Select row 1" }).check();
  await grid(page, "goods").getByRole("checkbox", { name: "Select row 2" }).check();
  await main(page).getByRole("button", { name: "Delete 2 rows" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(cell(page, "goods", "chair")).toHaveCount(0);
  await page.getByRole("status").filter({ hasText: "2 rows deleted." }).getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, "goods", "chair")).toBeVisible();
});

test("DA-L4: a new row that is refused stays in view above the bar that says why", async ({ page, database }) => {
  await query(
    database,
    `CREATE TABLE shelf (id int PRIMARY KEY, name text CHECK (name <> 'bad'));
     INSERT INTO shelf SELECT n, 'board ' || n FROM generate_series(1, 60) AS n`,
  );
  await openTables(page, database);
  await open(page, "shelf");
  await main(page).getByRole("button", { name: "Add row" }).click();
  await expect(field(page, "shelf", "id")).toBeFocused();
  await page.keyboard.type("61");
  await page.keyboard.press("Tab");
  await page.keyboard.type("bad");
  await page.keyboard.press("Enter");
  const bar = main(page).getByRole("region", { name: "Changes to apply" });
  await expect(bar.getByRole("alert")).toBeVisible();
  const added = cell(page, "shelf", "bad");
  await expect(added).toBeInViewport({ ratio: 1 });
  const [row, below] = [await added.boundingBox(), await bar.boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test("a user who moves on while a value is saved is not fetched back, and types in their new place", async ({
  page,
  database,
}) => {
  await query(
    database,
    "CREATE TABLE pair (id int PRIMARY KEY, one text, two text); INSERT INTO pair VALUES (1, 'a', 'b')",
  );
  await openTables(page, database);
  await open(page, "pair");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/tables\/rows/, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await cell(page, "pair", "a").dblclick();
  await field(page, "pair", "one").fill("first");
  await page.keyboard.press("Enter");
  await cell(page, "pair", "b").click();
  await page.keyboard.type("second");
  release();
  await expect(field(page, "pair", "two")).toHaveValue("second");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Updated two." })).toBeVisible();
  // One notice stays: that of the latest change.
  await expect(page.getByRole("status").filter({ hasText: "Updated" })).toHaveCount(1);
  expect(await query(database, "SELECT one, two FROM pair")).toEqual([{ one: "first", two: "second" }]);
});

test("a value is copied from one cell and pasted on another", async ({ page, context, database }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await query(
    database,
    "CREATE TABLE pasted (id int PRIMARY KEY, one text, two text); INSERT INTO pasted VALUES (1, 'oak', 'ash')",
  );
  await openTables(page, database);
  await open(page, "pasted");
  await cell(page, "pasted", "oak").click();
  await page.keyboard.press("ControlOrMeta+c");
  await expect(page.getByRole("status").filter({ hasText: "Value copied." })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByRole("status").filter({ hasText: "Updated two." })).toBeVisible();
  await expect(cell(page, "pasted", "oak")).toHaveCount(2);
  // The columns of a narrow table leave the rest of the grid empty, and names stand over their types.
  const rowHeader = await grid(page, "pasted").getByRole("rowheader").first().boundingBox();
  expect(rowHeader?.width).toBeLessThan(60);
  const head = grid(page, "pasted").getByRole("columnheader", { name: "id" });
  const [name, type] = [head.locator("bdi"), head.getByText("integer, key")];
  const rightOf = async (part: typeof name) =>
    part.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
  expect(Math.abs((await rightOf(name)) - (await rightOf(type)))).toBeLessThan(2);
});

test("changes are collected, marked where the database refuses them, and applied as one that is undone", async ({
  page,
  context,
  database,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await query(
    database,
    `CREATE TABLE crates (id int PRIMARY KEY, name text NOT NULL, weight int CHECK (weight < 100));
     INSERT INTO crates SELECT n, 'crate ' || n, n FROM generate_series(1, 6) AS n`,
  );
  await openTables(page, database);
  await open(page, "crates");
  const address = page.url();
  await main(page).getByRole("switch", { name: "Collect changes" }).click({ force: true });
  // Three weights are chosen by a drag, copied, and pasted two rows below, where one value is edited too.
  const [from, to] = [
    await cell(page, "crates", "1").last().boundingBox(),
    await cell(page, "crates", "3").last().boundingBox(),
  ];
  await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 5, { steps: 4 });
  await page.mouse.up();
  await expect(main(page).getByRole("status").filter({ hasText: "3 cells selected" })).toContainText("Sum 6");
  await expect(grid(page, "crates").getByRole("gridcell", { selected: true })).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+c");
  await expect(page.getByRole("status").filter({ hasText: "3 cells copied." })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("1\n2\n3");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ControlOrMeta+v");
  const bar = main(page).getByRole("region", { name: "Changes to apply" });
  await expect(bar).toContainText("3 changes");
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  await grid(page, "crates").getByRole("checkbox", { name: "Select row 1" }).check();
  await main(page).getByRole("button", { name: "Delete 1 row" }).click();
  await expect(bar).toContainText("4 changes");
  expect(await query(database, "SELECT sum(weight)::int AS sum FROM crates")).toEqual([{ sum: 21 }]);

  await main(page).getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByRole("dialog", { name: "Discard 4 changes?" }).getByRole("button", { name: "Cancel" }).click();
  expect(page.url()).toBe(address);

  await page.keyboard.press("ControlOrMeta+s");
  await expect(bar.getByRole("alert")).toContainText("violates check constraint");
  await expect(grid(page, "crates").getByRole("rowheader", { name: "can't be saved" })).toHaveCount(1);
  expect(await query(database, "SELECT sum(weight)::int AS sum FROM crates")).toEqual([{ sum: 21 }]);
  await cell(page, "crates", "500").dblclick();
  await field(page, "crates", "weight").fill("50");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("status").filter({ hasText: "4 changes applied." })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await query(database, "SELECT id, weight FROM crates ORDER BY id")).toEqual(
    [2, 3, 50, 2, 3].map((weight, index) => ({ id: index + 2, weight })),
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => query(database, "SELECT sum(weight)::int AS sum FROM crates")).toEqual([{ sum: 21 }]);
});

test("a value that somebody else changed meanwhile is not overwritten, and shown", async ({ page, database }) => {
  await query(database, "CREATE TABLE shared (id int PRIMARY KEY, word text); INSERT INTO shared VALUES (1, 'mine')");
  await openTables(page, database);
  await open(page, "shared");
  await cell(page, "shared", "mine").dblclick();
  await query(database, "UPDATE shared SET word = 'theirs'");
  const word = field(page, "shared", "word");
  await word.fill("ours");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "word is now theirs" })).toBeVisible();
  await expect(word).toHaveValue("ours");
  await expect(word).toBeFocused();
  expect(await query(database, "SELECT word FROM shared")).toEqual([{ word: "theirs" }]);
});

test("long texts grow out of their cell; with triggers, a restore point is said to come first", async ({
  page,
  database,
}) => {
  await query(
    database,
    `CREATE TABLE letters (id int PRIMARY KEY, body text, facts jsonb, seen_by text);
     INSERT INTO letters VALUES (1, repeat('word ', 100), '{"a": 1}');
     CREATE FUNCTION sign() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.seen_by := ''trigger''; RETURN NEW; END';`,
  );
  await openTables(page, database);
  await open(page, "letters");
  await grid(page, "letters")
    .getByRole("gridcell", { name: /^word word/ })
    .dblclick();
  const body = page.getByRole("dialog", { name: "body of row 1" }).getByRole("textbox");
  await expect(body).toHaveValue("word ".repeat(100));
  await body.fill("short");
  await body.press("Enter");
  await expect(cell(page, "letters", "short")).toBeVisible();
  await cell(page, "letters", '{"a": 1}').click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const facts = page.getByRole("dialog", { name: "facts of row 1" }).getByRole("textbox");
  await facts.fill("{");
  await facts.press("Control+Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not valid JSON" })).toBeVisible();
  await facts.press("Escape");

  await query(database, "CREATE TRIGGER sign BEFORE UPDATE ON letters FOR EACH ROW EXECUTE FUNCTION sign()");
  await page.reload();
  await cell(page, "letters", "short").dblclick();
  await expect(main(page).getByText(/^This table has triggers/)).toBeVisible();
  await field(page, "letters", "body").fill("signed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(cell(page, "letters", "trigger")).toBeVisible();
  const said = page.getByRole("status").filter({ hasText: "A restore point was created" });
  await said.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore the database" }).click();
  await expect(cell(page, "letters", "short")).toBeVisible();
  expect(await query(database, "SELECT body, seen_by FROM letters")).toEqual([{ body: "short", seen_by: null }]);
});

test("rows are paged, sorted, filtered and counted; a foreign key leads to its row", async ({ page, database }) => {
  await query(
    database,
    `CREATE TABLE writers (id int PRIMARY KEY, name text);
     CREATE TABLE books (id int PRIMARY KEY, author int REFERENCES writers, title text);
     INSERT INTO writers SELECT n, 'author ' || n FROM generate_series(1, 40) AS n;
     INSERT INTO books SELECT n, 1 + n % 40, 'book ' || n FROM generate_series(1, 120) AS n;`,
  );
  await openTables(page, database);
  await open(page, "books");
  const status = main(page).getByRole("status").filter({ hasText: "Rows" });
  await expect(status).toContainText("Rows 1–50");
  await main(page).getByRole("button", { name: "Count exactly" }).click();
  await expect(status).toContainText("of 120");
  await main(page).getByRole("link", { name: "Next" }).click();
  await expect(status).toContainText("Rows 51–100");
  await main(page).getByRole("link", { name: "Previous" }).click();
  await expect(status).toContainText("Rows 1–50");

  await grid(page, "books").getByRole("button", { name: "id" }).click();
  await expect(grid(page, "books").getByRole("columnheader", { name: "id" })).toHaveAttribute("aria-sort", "ascending");
  await grid(page, "books").getByRole("button", { name: "id" }).click();
  await expect(cell(page, "books", "book 120")).toBeVisible();

  await grid(page, "books").press("/");
  const form = page.getByRole("form", { name: "Condition" });
  await expect(form.getByLabel("Column")).toBeFocused();
  await expect(grid(page, "books").getByRole("textbox")).toHaveCount(0);
  await form.getByLabel("Column").selectOption("title");
  await form.getByLabel("Operator").selectOption("contains");
  await form.getByLabel("Value").fill("K 7");
  await form.getByLabel("Value").press("Enter");
  await expect(main(page).getByRole("status").filter({ hasText: "11 rows" })).toBeVisible();
  await chip(page, "title contains K 7").click();
  await form.getByLabel("Column").selectOption("author");
  await form.getByLabel("Operator").selectOption("equals");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(form.getByRole("alert")).toHaveText("Enter a number.");
  await form.getByLabel("Value").fill("8");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "3 rows" })).toBeVisible();

  await grid(page, "books").getByRole("link", { name: "Open row in writers" }).first().click();
  await expect(cell(page, "writers", "author 8")).toBeVisible();
  await expect(cell(page, "writers", "author 9")).toHaveCount(0);
});

test("conditions are joined by or, take lists, and show PostgreSQL's refusals at their chip", async ({
  page,
  database,
}) => {
  await query(
    database,
    "CREATE TABLE words (id int PRIMARY KEY, word text); INSERT INTO words SELECT n, 'word ' || n FROM generate_series(1, 30) AS n",
  );
  const address = await openTables(page, database);
  await page.goto(`${address}/rows?schema=public&table=words`);
  const form = page.getByRole("form", { name: "Condition" });
  await main(page).getByRole("button", { name: "Filter", exact: true }).click();
  await form.getByLabel("Operator").selectOption("in");
  await form.getByLabel("Values").fill("3\n4\n5");
  await form.getByRole("button", { name: "Or…" }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "3 rows" })).toBeVisible();
  await form.getByLabel("Column").selectOption("word");
  await form.getByLabel("Operator").selectOption("matches");
  await form.getByLabel("Value").fill("(1");
  await form.getByLabel("Value").press("Enter");
  await expect(main(page).getByRole("alert")).toHaveText("Invalid regular expression: parentheses () not balanced.");
  await chip(page, "word ~ (1").click();
  await form.getByLabel("Value").fill("1$");
  await form.getByLabel("Value").press("Enter");
  await expect(main(page).getByRole("status").filter({ hasText: "6 rows" })).toBeVisible();
  await expect(chip(page, "word ~ 1$")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(chip(page, "id IN (3, 4, 5)")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(main(page).getByRole("status").filter({ hasText: "3 rows" })).toBeVisible();
  await expect(chip(page, "id IN (3, 4, 5)")).toHaveCount(0);
});

test("several columns sort; columns are moved, hidden, unpinned and remembered", async ({ page, database }) => {
  await query(
    database,
    `CREATE TABLE bookcase (title text, year int, id int PRIMARY KEY, place text);
     INSERT INTO bookcase VALUES ('b', 1990, 1, 'x'), ('a', 1990, 2, 'y'), ('c', 2001, 3, 'z')`,
  );
  const address = await openTables(page, database);
  await page.goto(`${address}/rows?schema=public&table=bookcase`);
  const heads = grid(page, "bookcase").getByRole("columnheader");
  const head = (name: string) => heads.filter({ has: page.getByText(name, { exact: true }) });
  const names = async () => (await heads.locator("bdi").allTextContents()).join();
  await expect.poll(names).toBe("id,title,year,place");
  await head("year").getByRole("button").click();
  await expect(head("year")).toHaveAttribute("aria-sort", "ascending");
  await expect(head("year").getByRole("button")).toBeFocused();
  await head("title")
    .getByRole("button")
    .click({ modifiers: ["Shift"] });
  await expect(head("title")).toHaveAttribute("aria-sort", "ascending");
  await expect(grid(page, "bookcase").getByRole("gridcell", { name: /^[abc]$/ })).toHaveText(["a", "b", "c"]);
  expect(new URL(page.url()).searchParams.getAll("sort")).toEqual(["year", "title"]);

  await head("title").getByRole("button").press("Shift+ArrowRight");
  await expect.poll(names).toBe("id,year,title,place");
  await head("place")
    .getByRole("button")
    .dragTo(head("year"), { targetPosition: { x: 4, y: 10 } });
  await expect.poll(names).toBe("id,place,year,title");
  await main(page).getByRole("button", { name: "Columns" }).click();
  const list = page.getByRole("dialog", { name: "Columns" });
  await list.getByRole("textbox", { name: "Find a column" }).fill("ye");
  await list.getByRole("checkbox", { name: "year" }).uncheck();
  await list.getByRole("textbox", { name: "Find a column" }).fill("");
  await list.getByRole("button", { name: "Unpin id" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(names).toBe("id,place,title");
  await page.reload();
  await expect.poll(names).toBe("id,place,title");
  await main(page).getByRole("button", { name: "Columns 1 hidden" }).click();
  await list.getByRole("button", { name: "Reset columns" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(names).toBe("id,title,year,place");
});

test("the grid is walked by keys, and names of customers are text", async ({ page, database }) => {
  await query(
    database,
    `CREATE TABLE "<script>alert(1)</script>" (id int PRIMARY KEY, "<img src=x>" text);
     INSERT INTO "<script>alert(1)</script>" VALUES (1, 'first'), (2, '<script>alert(2)</script>')`,
  );
  await openTables(page, database);
  await open(page, "<script>alert(1)</script>");
  const rows = grid(page, "<script>alert(1)</script>");
  await rows.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const editor = field(page, "<script>alert(1)</script>", "<img src=x>");
  await expect(editor).toHaveValue("<script>alert(2)</script>");
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(rows).toBeFocused();
});

test("a column is made wider by keys and by its edge, and fits again after a double click", async ({
  page,
  database,
}) => {
  await query(database, "CREATE TABLE wide (id int PRIMARY KEY, name text); INSERT INTO wide VALUES (1, 'oak')");
  await openTables(page, database);
  await open(page, "wide");
  const head = grid(page, "wide").getByRole("columnheader", { name: "name" });
  const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
  const fitting = await widthOf();
  await cell(page, "wide", "oak").click();
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect.poll(widthOf).toBe(fitting + 16);
  await expect(cell(page, "wide", "oak")).toHaveAttribute("data-active", "true");
  const { x, y, width, height } = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width - 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width + 38, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(widthOf).toBe(fitting + 56);
  await expect(head).not.toHaveAttribute("aria-sort", /./);
  await page.mouse.dblclick(x + width + 38, y + height / 2);
  await expect.poll(widthOf).toBe(fitting);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every row and column of a page is there", async ({ page, database }) => {
    const columns = Array.from({ length: 24 }, (_, index) => `${index} AS c${index}`).join(", ");
    await query(database, `CREATE TABLE plain AS SELECT ${columns} FROM generate_series(1, 60)`);
    const address = await openTables(page, database);
    await page.goto(`${address}/rows?schema=public&table=plain`);
    await expect(grid(page, "plain").getByRole("columnheader")).toHaveCount(25);
    await expect(grid(page, "plain").getByRole("gridcell")).toHaveCount(50 * 24);
    // The colours are those of the light scheme, and the parts that need JavaScript say so.
    await expect(main(page).locator("noscript").getByRole("alert")).toBeVisible();
    const button = main(page).getByRole("button", { name: "Filter" }).first();
    const colours = await button.evaluate((element) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
      return { color, lines: [backgroundColor, borderTopColor] };
    });
    expect(colours.lines).not.toContain(colours.color);
    expect(
      await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--mantine-color-default-border")),
    ).not.toBe("");
  });
});

test("tables and foreign keys are drawn, and listed for readers who do not see the picture", async ({
  page,
  database,
}) => {
  await query(
    database,
    "CREATE TABLE one (id int PRIMARY KEY); CREATE TABLE two (id int PRIMARY KEY, one int REFERENCES one)",
  );
  await openTables(page, database);
  await main(page).getByRole("link", { name: "Diagram" }).click();
  const picture = main(page).getByRole("region", { name: "Diagram of the tables" });
  await expect(picture.getByRole("link", { name: "two", exact: true })).toBeVisible();
  await main(page).getByText("List", { exact: true }).click();
  const item = main(page).getByRole("listitem").filter({ hasText: "one references id in one" });
  await item.getByRole("link", { name: "one" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "one" })).toBeVisible();
});

test("a picture of 200 tables fits the frame; one of them is found, alone with its related tables", async ({
  page,
  database,
}) => {
  await query(
    database,
    `CREATE SCHEMA many;
     DO $$ BEGIN FOR n IN 0..199 LOOP EXECUTE format('CREATE TABLE many.t%s (id int PRIMARY KEY, name text, a int, b int)', n); END LOOP;
       FOR n IN 1..199 LOOP EXECUTE format('ALTER TABLE many.t%s ADD FOREIGN KEY (a) REFERENCES many.t%s', n, n / 5); END LOOP;
       FOR n IN 1..101 LOOP EXECUTE format('ALTER TABLE many.t%s ADD FOREIGN KEY (b) REFERENCES many.t%s', 98 + n, n * n % 97); END LOOP; END $$`,
  );
  try {
    const address = await openTables(page, database);
    await page.goto(`${address}/picture`);
    const picture = main(page).getByRole("region", { name: "Diagram of the tables" });
    const boxes = picture.getByRole("link", { name: /^many\.t\d+$/ });
    await expect(boxes).toHaveCount(200);
    await expect(boxes.last()).toBeInViewport();
    const places = await boxes.evaluateAll((links) =>
      links.map((link) => {
        const { x, y, width, height } = (link.closest(".react-flow__node") ?? link).getBoundingClientRect();
        return { x, y, right: x + width, bottom: y + height };
      }),
    );
    const frame = await picture.boundingBox();
    for (const [index, { x, y, right, bottom }] of places.entries()) {
      expect(x >= (frame?.x ?? 0) && right <= (frame?.x ?? 0) + (frame?.width ?? 0)).toBe(true);
      const over = places.slice(index + 1).filter((b) => x < b.right && b.x < right && y < b.bottom && b.y < bottom);
      expect(over).toEqual([]);
    }
    await keepPicture(page, "pages/dashboard-picture-200-light-desktop", false);
    await main(page).getByRole("combobox", { name: "Find a table" }).fill("many.t40");
    await page.getByRole("option", { name: "many.t40", exact: true }).click();
    const found = picture.locator("[data-focused]");
    await expect(found.getByRole("link", { name: "many.t40", exact: true })).toBeInViewport();
    await expect(found.getByText("integer").first()).toBeInViewport();
    await main(page).getByRole("switch", { name: "Related tables only" }).click({ force: true });
    await expect(boxes.filter({ hasText: /^many\.t(8|40)$/ })).toHaveCount(2);
    await expect(boxes).toHaveCount(2);
  } finally {
    await query(database, "DROP SCHEMA many CASCADE");
  }
});

inEveryLook((look) => {
  test("the pages of tables are accessible and fit the screen", async ({ page, database }) => {
    test.slow();
    await query(
      database,
      `CREATE TABLE IF NOT EXISTS customers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, email text,
         is_active boolean DEFAULT true, facts jsonb, joined_at timestamptz DEFAULT '2026-03-01 09:30+00');
       CREATE TABLE IF NOT EXISTS orders (id int PRIMARY KEY, customer int REFERENCES customers, total numeric(10,2));
       INSERT INTO customers (name, email, facts) SELECT 'Customer ' || n, NULLIF('c' || n || '@example.com', 'c3@example.com'),
         '{"plan": "team", "seats": 12}' FROM generate_series(1, 60) AS n WHERE NOT EXISTS (SELECT FROM orders);
       INSERT INTO orders SELECT n, n, n * 10.5 FROM generate_series(1, 60) AS n ON CONFLICT DO NOTHING;`,
    );
    const address = await openTables(page, database);
    await check(page, "tables", look);
    await page.goto(`${address}/rows?schema=public&table=customers`);
    await check(page, "rows", look);
    await main(page).getByRole("button", { name: "Filter", exact: true }).click();
    await expect(page.getByRole("form", { name: "Condition" })).toBeVisible();
    await check(page, "filter", look);
    await page.keyboard.press("Escape");
    if (look === "phone") {
      await main(page).getByRole("button", { name: "Actions for row 2", exact: true }).click();
      await expect(page.getByRole("menuitem", { name: "Edit row" })).toBeVisible();
      await check(page, "row-menu", look);
      await page.getByRole("menuitem", { name: "Edit row" }).click();
      await expect(page.getByRole("dialog", { name: "Row 2 of customers" })).toBeVisible();
      await check(page, "row-form", look);
    } else await checkEditing(page, look);
    await page.goto(`${address}/picture`);
    await expect(main(page).getByRole("link", { name: "customers", exact: true })).toBeVisible();
    await check(page, "picture", look);
  });
});

async function checkEditing(page: Page, look: string): Promise<void> {
  await cell(page, "customers", "Customer 2").dblclick();
  await expect(field(page, "customers", "name")).toBeFocused();
  await check(page, "cell", look);
  await page.keyboard.press("Escape");
  await cell(page, "customers", '{"plan": "team", "seats": 12}').first().dblclick();
  await expect(page.getByRole("dialog", { name: "facts of row 1" }).getByRole("textbox")).toBeFocused();
  await check(page, "cell-json", look);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await main(page).getByRole("button", { name: "Add row" }).click();
  await expect(field(page, "customers", "name")).toBeFocused();
  await check(page, "add-row", look);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByRole("dialog", { name: "New row of customers" })).toBeVisible();
  await check(page, "row-form", look);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(main(page).getByRole("region", { name: "Changes to apply" })).toHaveCount(0);
}

async function check(page: Page, name: string, look: string): Promise<void> {
  await expect(main(page).getByRole("heading", { level: 1 })).toBeAttached();
  await expectGoodLooks(page, `dashboard-${name}-${look}`);
}
