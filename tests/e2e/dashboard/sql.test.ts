import { randomUUID } from "node:crypto";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, query } from "../made-database";
import { fillSignIn } from "../page-test";
import {
  editor,
  expect,
  grid,
  main,
  messages,
  newTable,
  openEditor,
  results,
  run,
  summary,
  tab,
  tabs,
  test,
} from "./sql-page";

test("the owner makes a table, fills it and reads it; NULL, empty text and types can be told apart", async ({
  page,
  database,
}) => {
  await openEditor(page, database);
  const table = newTable();
  await run(page, `create table ${table} (id int primary key, name text, price numeric(10,2));`);
  await expect(messages(page)).toContainText(`Created table ${table}`);

  await run(page, `insert into ${table} values (1, 'oak', 12.5), (2, '', null);\nselect * from ${table} order by id;`);
  await expect(results(page)).toHaveText(["Result"]);
  await expect(summary(page)).toHaveText(/^2 rows · /);
  await expect(grid(page)).toHaveAttribute("aria-rowcount", "3");
  await expect(grid(page).getByRole("columnheader")).toHaveText(["#", "idinteger", "nametext", "pricenumeric(10,2)"]);
  await expect(grid(page).getByRole("gridcell")).toHaveText(["1", "oak", "12.50", "2", "empty", "NULL"]);
  expect(await query(database, `select name, price from ${table} where id = 2`)).toEqual([{ name: "", price: null }]);
  await main(page).getByRole("tab", { name: "Messages" }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).toContainText(`Inserted 2 rows into ${table}`);
});

test("a fault is marked at its place, with the message of Postgres", async ({ page, database }) => {
  await openEditor(page, database);
  await run(page, "select 1;\n-- ä comment\nselect relnaem from pg_class");
  const failure = main(page).getByRole("alert");
  await expect(failure).toContainText('column "relnaem" does not exist');
  await expect(failure).toContainText("Hint: Perhaps you meant");
  await expect(failure).toContainText("42703");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("relnaem");
  await expect(messages(page)).toHaveCount(2);
  await expect(failure).toContainText("The statement before it ran.");
  await expect(failure).toContainText("Statement 2 of 2, line 3, column 8select relnaem from pg_class");

  await run(page, "select 1;\nselect from where;\nselect 3");
  await expect(failure).toContainText("syntax error");
  await expect(failure).toContainText("No other statement was run.");
  await expect(failure).toContainText("Line 2, column 13select from where;42601");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("where");
  await run(page, "select 1");
  await expect(failure).toHaveCount(0);
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
});

test("a run takes the text on screen at that moment, or the selected part of it", async ({ page, database }) => {
  await openEditor(page, database);
  const sent: { text: string; selection?: { from: number; to: number } }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/sql/run")) sent.push(request.postDataJSON());
  });
  await editor(page).click();
  for (const number of [1, 2, 3]) {
    // No pause between the last letter and the run.
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(`select ${number}00 as n`);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(grid(page).getByRole("gridcell")).toHaveText([`${number}00`]);
    // One run at a time: its result shows a moment before it has ended.
    await expect(main(page).getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  }
  expect(sent.map(({ text }) => text)).toEqual(["select 100 as n", "select 200 as n", "select 300 as n"]);

  await editor(page).fill("select 1 as a;\nselect 2 as b;\nselect 3 as c;");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(grid(page).getByRole("columnheader").nth(1)).toHaveText("binteger");
  await expect(results(page)).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await expect(grid(page).getByRole("columnheader").nth(1)).toHaveText("cinteger");
  await expect(results(page)).toHaveCount(1);
});

test("a completion's offer goes with the run, by key and by button", async ({ page, database }) => {
  await openEditor(page, database);
  const offered = page.locator(".cm-tooltip-autocomplete");
  const button = main(page).getByRole("button", { name: "Run", exact: true });
  const starts = [
    () => page.keyboard.press("ControlOrMeta+Enter"),
    () => page.keyboard.press("ControlOrMeta+Shift+Enter"),
    () => button.dispatchEvent("click"),
  ];
  for (const [number, start] of starts.entries()) {
    await editor(page).fill("");
    await editor(page).pressSequentially(`select ${number} as curren`);
    await expect(offered).toBeVisible();
    await start();
    await expect(grid(page).getByRole("gridcell")).toHaveText(String(number));
    await expect(offered).toHaveCount(0);
    // An event that a test sends to a disabled button is lost, unlike a click, which waits.
    await expect(button).toBeEnabled();
  }

  // Another program makes a table, and the user comes back to this window.
  const table = newTable();
  await query(database, `create table ${table} (made_elsewhere int)`);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await editor(page).fill("");
  await editor(page).pressSequentially(`select * from ${table} where made_els`);
  await expect(offered).toContainText("made_elsewhereinteger");
});

test("completion opens for text that was typed while the names in the database were on their way", async ({
  page,
  database,
}) => {
  await openEditor(page, database);
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/sql/schema", async (route) => {
    await isTyped;
    await route.continue();
  });
  const asked = page.waitForRequest("**/sql/schema");
  // A user who comes back from another window may have changed the database, so its names are asked for again.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  // A number has no completions, and the word after it has.
  await editor(page).pressSequentially("select 1");
  await asked;
  await editor(page).pressSequentially(" as curren");
  release();
  await expect(page.locator(".cm-tooltip-autocomplete")).toBeVisible();
});

test("characters that turn the direction of a text are marked, booleans are words, and a member who is signed out comes back", async ({
  page,
  context,
  database,
}) => {
  const address = await openEditor(page, database);
  await run(page, "select true as yes, 'gnp.\u202eexe' as file");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["true", "gnp.‹U+202E›exe"]);
  await expect(editor(page).locator(".cm-specialChar")).toHaveCount(1);
  await context.clearCookies();
  await run(page, "select 'kept' as v");
  await main(page).getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page);
  await expect(page).toHaveURL(address);
  await expect(editor(page)).toContainText("kept");
});

test("a run is cancelled by Esc while it goes on", async ({ page, database }) => {
  await openEditor(page, database);
  // Each takes a fraction of a statement's limit, and all of them almost as long as a run may.
  const statements = Array.from({ length: 50 }, () => "select pg_sleep(1);");
  await run(page, statements.join("\n"));
  await expect(main(page).getByRole("button", { name: "Cancel" })).toBeVisible();
  await editor(page).press("Escape");
  await expect(main(page).getByRole("alert")).toContainText("Cancelled");
  expect(await messages(page).count()).toBeLessThan(statements.length);
  await run(page, "select 3 as after");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["3"]);
});

test("100,000 rows are scrolled to their end, with few of them in the document", async ({ page, database }) => {
  test.slow();
  await openEditor(page, database);
  await run(page, "select g as n, md5(g::text) as hash, g % 7 as rest from generate_series(1, 100000) g");
  await expect(summary(page)).toContainText("100,000 rows");
  await expect(grid(page)).toHaveAttribute("aria-rowcount", "100001");
  await grid(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("End");
  const last = grid(page).getByRole("row").last();
  await expect(last).toHaveAttribute("aria-rowindex", "100001");
  await expect(last.getByRole("gridcell").first()).toHaveText("100000");
  await expect(last).toBeInViewport();
  expect(await grid(page).getByRole("row").count()).toBeLessThan(60);
  await grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(grid(page).getByRole("row").nth(20)).toHaveAttribute("aria-rowindex", /^(49|50)\d{3}$/);
  expect(await grid(page).getByRole("row").count()).toBeLessThan(60);
});

test("columns out of sight are not in the document, and are reached by keys", async ({ page, database }) => {
  await openEditor(page, database);
  const columns = Array.from({ length: 300 }, (_, i) => `${i} as c${i}`).join(", ");
  await run(page, `select ${columns}`);
  await expect(grid(page)).toHaveAttribute("aria-colcount", "301");
  expect(await grid(page).getByRole("gridcell").count()).toBeLessThan(40);
  await grid(page).focus();
  await page.keyboard.press("End");
  await expect(grid(page).getByRole("gridcell", { selected: true })).toHaveText("299");
  await expect(grid(page).getByRole("gridcell", { selected: true })).toBeInViewport();
});

test("a column is made wider and narrower by mouse and by keys, and its neighbour moves along", async ({
  page,
  database,
}) => {
  await openEditor(page, database);
  await run(page, "select 'oak' as name, 2 as count, 'ash' as other");
  const heads = grid(page).getByRole("columnheader");
  const boxOf = async (index: number) => (await heads.nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(heads).toHaveCount(4);
  const [name, count] = [await boxOf(1), await boxOf(2)];
  const drag = async (from: { x: number; y: number }, by: number) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + by / 2, from.y, { steps: 4 });
    await page.mouse.move(from.x + by, from.y + 3, { steps: 4 });
    await page.mouse.up();
  };
  const edge = ({ x, y, width, height }: typeof name) => ({ x: x + width, y: y + height / 2 });
  await drag(edge(name), 130);
  await expect.poll(() => boxOf(1)).toMatchObject({ x: name.x, width: name.width + 130 });
  await expect.poll(() => boxOf(2)).toMatchObject({ x: count.x + 130, width: count.width });
  const cell = await grid(page).getByRole("gridcell").nth(1).boundingBox();
  expect(cell).toMatchObject({ x: count.x + 130, width: count.width });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await expect(grid(page).getByRole("gridcell", { selected: true })).toHaveCount(0);

  await drag(edge(await boxOf(1)), -400);
  await expect.poll(() => boxOf(1)).toMatchObject({ width: 48 });
  const corner = edge(await boxOf(1));
  await page.mouse.dblclick(corner.x, corner.y);
  await expect.poll(() => boxOf(1)).toMatchObject({ width: name.width });
  // The last column has nothing beside it to take its handle.
  const last = await boxOf(3);
  await drag({ x: last.x + last.width - 2, y: last.y + last.height / 2 }, 60);
  await expect.poll(() => boxOf(3)).toMatchObject({ width: last.width + 60 });

  await grid(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await expect.poll(() => boxOf(2)).toMatchObject({ x: count.x, width: count.width + 16 });
  await expect(grid(page).getByRole("gridcell", { selected: true })).toHaveText("2");
});

test("a plan is shown as a picture, as text and as it came; its run is rolled back", async ({ page, database }) => {
  const table = newTable();
  await query(database, `create table ${table} as select g as id from generate_series(1, 1000) g`);
  await openEditor(page, database);
  await editor(page).fill(`select * from ${table} a join ${table} b using (id) where a.id < 10`);
  await main(page).getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitem", { name: "Explain", exact: true }).click();
  const plan = main(page).getByRole("region", { name: "Query plan" });
  await expect(plan.getByRole("listitem").first()).toContainText("Join");
  await expect(plan.getByText(`${table} a`)).toBeVisible();
  await expect(plan).toContainText(/\d+ %/);

  await editor(page).fill(`delete from ${table}`);
  await main(page).getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitem", { name: /^Explain analyze/ }).click();
  await expect(plan).toContainText("Delete");
  await expect(main(page).getByText(/then rolled back/)).toBeVisible();
  expect(await query(database, `select count(*)::int as count from ${table}`)).toEqual([{ count: 1000 }]);
  await main(page).getByText("Text", { exact: true }).click();
  await expect(main(page).getByRole("region", { name: "Query plan as text" })).toContainText(`Delete on ${table}`);
});

test("a query is saved under a name, changed, found again, renamed and deleted", async ({ page, database }) => {
  const address = await openEditor(page, database);
  const name = `orders ${randomUUID().slice(0, 8)}`;
  const list = main(page).getByRole("navigation", { name: "Saved queries" });
  await editor(page).fill("select 'first' as v");
  await page.keyboard.press("ControlOrMeta+s");
  const dialog = page.getByRole("dialog", { name: "Save query" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("button", { name, exact: true })).toHaveAttribute("aria-current", "true");
  // The tab itself, with the text and the cursor, is the query's from now on.
  await expect(tabs(page)).toHaveText([name]);
  await expect(editor(page)).toBeFocused();

  await editor(page).fill("select 'second' as v");
  await expect(list.getByRole("img", { name: "unsaved" })).toBeVisible();
  await page.goto(address);
  await expect(editor(page)).toContainText("second");
  await editor(page).press("ControlOrMeta+s");
  await expect(page.getByText(`Saved ${name}.`)).toBeVisible();
  await expect(list.getByRole("img", { name: "unsaved" })).toHaveCount(0);

  await page.getByRole("button", { name: "New tab" }).click();
  await expect(editor(page)).not.toContainText("second");
  await run(page, "select 'scratch' as v");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["scratch"]);
  await list.getByRole("button", { name, exact: true }).click();
  await expect(editor(page)).toContainText("second");
  await expect(grid(page)).toHaveCount(0);
  await editor(page).press("ControlOrMeta+Enter");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["second"]);

  await list.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename query" });
  await renaming.getByRole("textbox", { name: "Name" }).fill(`${name} b`);
  await renaming.getByRole("button", { name: "Save" }).click();
  await expect(tab(page, `${name} b`)).toHaveAttribute("aria-selected", "true");
  await list.getByRole("button", { name: `Actions for ${name} b` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(list.getByRole("button", { name: `${name} b`, exact: true })).toHaveCount(0);
  await expect(tabs(page)).toHaveText(["Query 1"]);
  await expect(grid(page).getByRole("gridcell")).toHaveText(["scratch"]);
});

test("several queries are open in tabs, each with its text and results, also after the page is loaded anew", async ({
  page,
  database,
}) => {
  const address = await openEditor(page, database);
  await run(page, "select 'one' as v");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["one"]);
  await page.getByRole("button", { name: "New tab" }).click();
  await expect(editor(page)).toBeFocused();
  await expect(grid(page)).toHaveCount(0);
  // A run goes on while another tab is shown, and its results are its own.
  await page.keyboard.insertText("select pg_sleep(1), 'two' as v");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.keyboard.press("Alt+PageUp");
  await expect(tab(page, "Query 1")).toHaveAttribute("aria-selected", "true");
  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toContainText("one");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["one"]);
  await page.keyboard.press("Alt+PageDown");
  await expect(grid(page).getByRole("gridcell").nth(1)).toHaveText("two");

  await tab(page, "Query 2").dblclick();
  const renaming = page.getByRole("dialog", { name: "Rename tab" });
  await renaming.getByRole("textbox", { name: "Name" }).fill("sleepy");
  await renaming.getByRole("button", { name: "Save" }).click();
  await page.goto(address);
  await expect(tabs(page)).toHaveText(["Query 1", "sleepy"]);
  await expect(editor(page)).toContainText("two");
  await tab(page, "Query 1").click();
  await expect(editor(page)).toContainText("one");
  await page.getByRole("button", { name: "Tab actions" }).click();
  await page.getByRole("menuitem", { name: "Next tab" }).click();
  await expect(editor(page)).toContainText("two");

  await tab(page, "sleepy").press("ArrowLeft");
  await expect(tab(page, "Query 1")).toBeFocused();
  await expect(editor(page)).toContainText("one");
  await page.keyboard.press("Delete");
  const closing = page.getByRole("dialog", { name: "Close Query 1" });
  await closing.getByRole("button", { name: "Cancel" }).click();
  await expect(closing).toHaveCount(0);
  await page.keyboard.press("Delete");
  await closing.getByRole("button", { name: "Close without saving" }).click();
  await expect(tabs(page)).toHaveText(["sleepy"]);
  await expect(tab(page, "sleepy")).toBeFocused();
  await editor(page).fill("");
  // The cross is for the mouse alone.
  await tab(page, "sleepy").locator("span[aria-hidden]").click();
  await expect(tabs(page)).toHaveText(["Query 1"]);
  await expect(editor(page)).toHaveText("select …");
});

test("the text that was kept before there were tabs is in the first one", async ({ page, database }) => {
  const address = await openEditor(page, database);
  await page.evaluate((id) => {
    localStorage.clear();
    localStorage.setItem(`sql-editor:${id}:scratch`, "select 'kept' as v");
    localStorage.setItem(`sql-editor:${id}:open`, "scratch");
  }, database.id);
  await page.goto(address);
  await expect(editor(page)).toContainText("kept");
  await expect(tab(page, "Query 1").getByRole("img", { name: "unsaved" })).toBeVisible();
  await editor(page).press("ControlOrMeta+Enter");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["kept"]);
});

test("an update is taken back from its message, and a dropped table comes back with its rows", async ({ page }) => {
  test.slow();
  const database = await createDatabase();
  await query(database, "create table trees (id int primary key, name text)");
  await query(database, "insert into trees values (1, 'oak'), (2, 'ash')");
  await openEditor(page, database);
  await run(page, "update trees set name = upper(name)");
  const toast = page.getByRole("status").filter({ hasText: "Updated 2 rows" });
  await toast.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change" });
  await expect(dialog).toContainText("Undo changes 2 rows in public.trees");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await query(database, "select name from trees order by id")).toEqual([{ name: "oak" }, { name: "ash" }]);

  await run(page, "drop table trees");
  await page.getByRole("button", { name: "Create restore point and run" }).click();
  await expect(messages(page)).toContainText("Dropped table trees");
  await messages(page).getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toContainText("The whole database goes back");
  await dialog.getByRole("button", { name: "Restore the database" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await query(database, "select name from trees order by id")).toEqual([{ name: "oak" }, { name: "ash" }]);
});

test("a statement that turns out to end other connections asks before it does, and goes on at the place where it stopped", async ({
  page,
}) => {
  test.slow();
  const database = await createDatabase();
  await query(database, "create table owners (id int primary key)");
  await query(database, "create table pets (id int references owners on delete cascade)");
  await query(database, "insert into owners values (1), (2)");
  await query(database, "insert into pets values (1), (1)");
  await openEditor(page, database);
  await run(page, "select 7 as seven;\ndelete from owners where id = 1;\nselect 8 as eight");
  const question = page.getByRole("dialog", { name: "Create a restore point first?" });
  await expect(question).toContainText("It also changes 2 rows in public.pets (foreign key pets_id_fkey).");
  await expect(question).toContainText("All other connections are dropped");
  await expect(question).toContainText("delete from owners where id = 1");
  expect(await query(database, "select id from owners order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText("The statement before it ran. The statement after it was not run.");

  await editor(page).press("ControlOrMeta+Enter");
  await question.getByRole("button", { name: "Create restore point and run" }).click();
  await expect(results(page)).toHaveText(["Result 1", "Result 2"]);
  await main(page).getByRole("tab", { name: "Messages" }).click();
  await expect(messages(page).nth(1)).toContainText("A restore point was created first");
  await expect(
    page.getByRole("status").filter({ hasText: "Deleted 1 row. A restore point was created" }),
  ).toBeVisible();
  expect(await query(database, "select id from owners union all select id from pets")).toEqual([{ id: 2 }]);
});

test("a change within a transaction is undone only once it is committed", async ({ page, database }) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  await run(page, `begin;\ninsert into ${table} values (1);\nrollback`);
  await expect(messages(page)).toHaveCount(3);
  await expect(main(page).getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await run(page, `begin;\ninsert into ${table} values (2);\ncommit`);
  await expect(messages(page).nth(2)).toContainText("Committed the transaction");
  await expect(messages(page).nth(1).getByRole("button", { name: "Undo" })).toBeVisible();
  await page.getByRole("status").filter({ hasText: "Inserted 1 row" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await query(database, `select id from ${table}`)).toEqual([]);
});

test("an error in a text without line breaks stays within its card", async ({ page, database }) => {
  await openEditor(page, database);
  await run(page, `select '${"long ".repeat(30_000)}'`);
  const failure = main(page).getByRole("alert");
  await expect(failure).toContainText("The text is longer than 100,000 characters. Split it up, or use psql.");
  const code = failure.getByText(/^54000/);
  const [card, shown] = await Promise.all([failure.boundingBox(), code.boundingBox()]);
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
});

test("a viewer reads, and can neither change nor save", async ({ page, database }) => {
  const table = newTable();
  await query(database, `create table ${table} as select 1 as id`);
  const email = `${randomUUID()}@viewer.example`;
  const added = await coppice(
    "member",
    "add",
    process.env.COPPICE_ORG_ID ?? "",
    email,
    "--role",
    "viewer",
    "--generate-password",
  );
  await openEditor(page, database, { email, password: added.password, managementKey: "" });
  await expect(main(page).getByText("You have read-only access")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Save" })).toHaveCount(0);
  await run(page, `select * from ${table}`);
  await expect(grid(page).getByRole("gridcell")).toHaveText(["1"]);
  await run(page, `delete from ${table}`);
  await expect(main(page).getByRole("alert")).toContainText("Failed");
  await run(page, "do $$ begin end $$");
  await expect(main(page).getByRole("alert")).toContainText("Your role can read data, but not change it.");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await query(database, `select id from ${table}`)).toEqual([{ id: 1 }]);
});

test("the window holds tables, editor and ten rows, is divided by keys, and never scrolls as a page", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key, "Total" numeric(10,2))`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openEditor(page, database);
  await run(page, "select g from generate_series(1, 50) g");
  await expect(grid(page).getByRole("row").nth(10)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await main(page).getByRole("button", { name: "Full screen" }).click();
  await expect(grid(page).getByRole("row").nth(18)).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(main(page).getByRole("button", { name: "Full screen" })).toHaveAttribute("aria-pressed", "false");

  await page.getByRole("searchbox", { name: "Filter tables and columns" }).fill(`${table}.tot`);
  const column = page.getByRole("treeitem", { name: "Total, numeric(10,2)" });
  await editor(page).fill("select");
  await column.dblclick();
  await expect(editor(page)).toHaveText('select "Total"');
  await page.getByRole("tree", { name: "Tables" }).press("ArrowUp");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Select 100 rows" }).click();
  await expect(tabs(page)).toHaveCount(2);
  await expect(editor(page)).toHaveText(`select * from ${table} limit 100`);

  const divider = main(page).getByRole("separator", { name: "Height of the editor" });
  const before = Number(await divider.getAttribute("aria-valuenow"));
  await divider.press("Shift+ArrowDown");
  await expect(divider).toHaveAttribute("aria-valuenow", String(before + 10));
  await page.keyboard.press("ControlOrMeta+b");
  await expect(page.getByRole("tree", { name: "Tables" })).toHaveCount(0);
  await page.reload();
  await expect(divider).toHaveAttribute("aria-valuenow", String(before + 10));
  await expect(page.getByRole("tree", { name: "Tables" })).toHaveCount(0);
});

test("the button says that a restore point comes first, and a text is formatted in one step", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int)`);
  await openEditor(page, database);
  await editor(page).fill(`select id from ${table}`);
  await page.keyboard.press("Shift+Alt+f");
  await expect(editor(page).locator(".cm-line")).toHaveText(["select", "  id", "from", `  ${table}`]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor(page)).toHaveText(`select id from ${table}`);
  await editor(page).fill(`drop table ${table}`);
  await main(page).getByRole("button", { name: "Run with restore point" }).click();
  await expect(messages(page)).toContainText(`Dropped table ${table}. A restore point was created first`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await editor(page).fill("select 1");
  await expect(main(page).getByRole("button", { name: "Run", exact: true })).toBeVisible();
});

test("no other site's page can run anything, and a stranger's organisation is not found", async ({
  page,
  database,
}) => {
  const address = await openEditor(page, database);
  const data = { text: "select 1", mode: "run", runId: "0".repeat(32) };
  const ask = (headers: Record<string, string>, path = address) => page.request.post(`${path}/run`, { headers, data });
  const origin = new URL(page.url()).origin;
  for (const headers of [{}, { origin: "https://evil.example" }, { origin, "sec-fetch-site": "same-site" }]) {
    const answer = await ask(headers as Record<string, string>);
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: "foreign_origin" } });
  }
  const own = await ask({ origin, "sec-fetch-site": "same-origin" });
  expect([own.status(), own.headers()["cache-control"]]).toEqual([200, "no-store"]);
  expect(JSON.parse(await own.text())).toMatchObject({ status: "succeeded", rows: [["1"]] });
  const foreign = await ask({ origin }, address.replace(/org_[0-9a-z]{20}/, `org_${"0".repeat(20)}`));
  expect(await foreign.json()).toMatchObject({ error: { code: "not_found" } });
  await page.context().clearCookies();
  expect((await ask({ origin })).status()).toBe(401);
});

test("the keyboard alone gets in, runs, gets out and reads the rows", async ({ page, database }) => {
  await openEditor(page, database);
  await editor(page).focus();
  await page.keyboard.insertText("select 1 as a, 2 as b");
  await page.keyboard.press("Tab");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(main(page).getByRole("separator", { name: "Height of the editor" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(main(page).getByRole("button", { name: "Run", exact: true })).toBeFocused();
  for (let presses = 0; presses < 13; presses += 1) {
    if (await grid(page).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(grid(page).getByRole("gridcell", { selected: true })).toHaveText("2");
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("complementary", { name: /^Value of/ })).toContainText("b, row 1");
  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeFocused();
});

inEveryLook((look) => {
  test("the editor is accessible and fits the screen", async ({ page, database }) => {
    test.slow();
    await openEditor(page, database);
    const check = (name: string) => expectGoodLooks(page, `dashboard-sql-${name}-${look}`, { fullPage: false });
    await check("empty");
    await run(
      page,
      "select g as id, 'tree ' || g as name, case when g % 2 = 0 then null else g * 1.5 end as price, now() as planted from generate_series(1, 500) g;",
    );
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await grid(page).getByRole("gridcell").nth(1).click();
    await check("rows");
    await run(page, "select nmae from pg_class");
    await expect(main(page).getByRole("alert")).toBeVisible();
    await check("failure");
    for (const text of ["select 'second'", "-- a tab whose name is long\nselect 'third'"]) {
      await page.getByRole("button", { name: "New tab" }).click();
      await expect(editor(page)).toBeFocused();
      await page.keyboard.insertText(text);
    }
    // Its button tells its name as long as the mouse rests on it.
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await check("tabs");
    await page.keyboard.press("Alt+PageDown");
    await expect(tab(page, "Query 1")).toBeInViewport();
    await editor(page).fill(
      "select c.relname, count(*) from pg_class c join pg_attribute a on a.attrelid = c.oid group by 1 order by 2 desc",
    );
    await page.keyboard.press("Escape");
    await main(page).getByRole("button", { name: "More ways to run" }).click();
    await page.getByRole("menuitem", { name: /^Explain analyze/ }).click();
    await expect(main(page).getByRole("region", { name: "Query plan" })).toBeVisible();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await check("plan");
    await run(page, "drop table never_made");
    await expect(page.getByRole("dialog")).toBeVisible();
    await check("question");
  });
});
