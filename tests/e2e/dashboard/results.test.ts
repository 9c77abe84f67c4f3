import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { violationsOf } from "../accessibility";
import { expect, grid, main, openEditor, run, test } from "./sql-page";

const cell = (page: Page, text: string) => grid(page).getByRole("gridcell", { name: text, exact: true });
const active = (page: Page) => grid(page).getByRole("gridcell", { selected: true });
const viewer = (page: Page) => main(page).getByRole("complementary", { name: /^Value of/ });

test("a value opens beside the grid by keys, in the form of its type, and follows the cell", async ({
  page,
  database,
}) => {
  await openEditor(page, database);
  await run(
    page,
    `select 1 as id, '{"price": 1.10, "tags": ["a", {"deep": {"deeper": "x"}}]}'::jsonb as doc,
      '\\x48656c6c6f00ff'::bytea as raw, '2024-05-01 10:00:00.123456+02'::timestamptz as at,
      array['a, b', null] as list, U&'gnp.\\202Eexe' as file, true as ok, null::text as nothing`,
  );
  await cell(page, "1").click();
  await page.keyboard.press("Enter");
  await expect(viewer(page)).toContainText("integer, 1 character");

  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("doc, row 1");
  const tree = viewer(page).getByRole("tree", { name: "Value as a tree" });
  await expect(tree).toContainText('{tags:["a",{deep:{}}],price:1.10}');
  await expect(tree).not.toContainText("deeper");
  await tree.getByRole("button", { name: "Expand" }).click();
  await expect(tree).toContainText('deeper:"x"');
  expect(await violationsOf(page, { within: '[aria-label^="Value of"]' })).toEqual([]);
  await viewer(page).getByText("Text", { exact: true }).click();
  await expect(viewer(page).getByRole("region", { name: "Whole value" })).toContainText('"price": 1.10');

  // Alt and an arrow move on from within the viewer.
  await page.keyboard.press("Alt+ArrowRight");
  await expect(viewer(page)).toContainText("bytea, 7 bytes");
  await expect(viewer(page)).toContainText("00000000  48 65 6c 6c 6f 00 ff");
  await expect(viewer(page)).toContainText("Hello..");
  const downloading = page.waitForEvent("download");
  await viewer(page).getByRole("button", { name: "Download value" }).click();
  const download = await downloading;
  expect([download.suggestedFilename(), [...(await readFile(await download.path()))]]).toEqual([
    "raw.bin",
    [0x48, 0x65, 0x6c, 0x6c, 0x6f, 0, 0xff],
  ]);
  await viewer(page).getByRole("button", { name: "Next value" }).click();
  await expect(viewer(page).getByRole("definition").first()).toHaveText("Wed, 1 May 2024, 08:00:00.123456");
  await viewer(page).getByRole("button", { name: "Next value" }).click();
  // The chosen form stays for the next value.
  await expect(viewer(page).getByRole("region", { name: "Whole value" })).toHaveText('{"a, b",NULL}');
  await viewer(page).getByText("Tree", { exact: true }).click();
  await expect(viewer(page).getByRole("tree")).toContainText('"a, b",null');
  await grid(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("gnp.‹U+202E›exe");
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).getByRole("region", { name: "Whole value" })).toHaveText("true");
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("NULL");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(grid(page)).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Space");
  const dialog = page.getByRole("dialog", { name: "nothing, row 1" });
  await expect(dialog).toContainText("NULL");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("100,000 rows are searched and sorted as loaded, and go back to the order in which they came", async ({
  page,
  database,
}) => {
  await openEditor(page, database);
  await run(
    page,
    "select 100001 - g as id, 'name ' || g * 7 as name, nullif(g, 3)::numeric as big from generate_series(1, 100001) g",
  );
  await expect(grid(page)).toHaveAttribute("aria-rowcount", "100001");
  await grid(page).focus();
  await page.keyboard.press("/");
  const field = main(page).getByRole("textbox", { name: "Find in the loaded rows" });
  await field.fill("NAME 6999");
  await expect(main(page).getByText("1 of 15", { exact: true })).toBeVisible();
  await expect(active(page)).toHaveText("name 69993");
  await field.fill("name 69993");
  await expect(main(page).getByText("1 of 3", { exact: true })).toBeVisible();
  await expect(active(page).locator("mark")).toHaveText("name 69993");
  await field.fill("nowhere");
  await expect(main(page).getByText("No matches")).toBeVisible();
  await field.fill("name 7");
  await expect(main(page).getByText(/^[\d,]+ of [\d,]+$/)).toBeVisible();
  const before = await active(page).textContent();
  await page.keyboard.press("Enter");
  await expect(active(page)).not.toHaveText(before ?? "");
  await page.keyboard.press("Shift+Enter");
  await expect(active(page)).toHaveText(before ?? "");
  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeFocused();

  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("s");
  await expect(main(page).getByText("Sorted by id, ascending, NULL last, loaded rows only")).toBeVisible();
  await expect(active(page)).toHaveText("1");
  const header = grid(page).getByRole("columnheader", { name: "big" });
  await header.getByRole("button").click();
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(grid(page).getByRole("row").nth(1)).toContainText("NULL");
  await expect(grid(page).getByRole("row").nth(2)).toContainText("100000");
  await main(page).getByRole("button", { name: "Original order" }).click();
  await expect(active(page)).toHaveText("100000");
});

test("rows are downloaded and copied in five formats, byte for byte", async ({ page, context, database }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openEditor(page, database);
  await run(
    page,
    `select id, text, "none", big, doc from (values
      (1, 'a "b", c', null, 9007199254740993, '{"a": 1.10}'::jsonb), (2, E'two\\nlines', '', 1, 'null')) "My table" (id, text, "none", big, doc)`,
  );
  const choose = async (way: "Copy" | "Download", format: string) => {
    await main(page).getByRole("button", { name: way, exact: true }).click();
    await page.getByRole("menu", { name: way }).getByRole("menuitem", { name: format }).click();
  };
  const save = async (format: string) => {
    const downloading = page.waitForEvent("download");
    await choose("Download", format);
    const download = await downloading;
    return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
  };
  expect(await save("CSV")).toEqual([
    "result.csv",
    'id,text,none,big,doc\r\n1,"a ""b"", c",,9007199254740993,"{""a"": 1.10}"\r\n2,"two\nlines","",1,null\r\n',
  ]);
  expect((await save("TSV"))[1]).toContain('2\t"two\nlines"\t""\t1\tnull\r\n');
  expect((await save("JSON"))[1]).toContain('"big":"9007199254740993","doc":{"a": 1.10}}');
  expect((await save("Markdown"))[1]).toContain("| 2 | two<br>lines |  | 1 | null |\n");

  await choose("Copy", "INSERT");
  const dialog = page.getByRole("dialog", { name: "Copy as INSERT" });
  await dialog.getByRole("textbox", { name: "Table" }).fill("shop.orders");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 rows copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `INSERT INTO shop.orders (id, text, none, big, doc) VALUES\n  (1, 'a "b", c', NULL, 9007199254740993, '{"a": 1.10}'),\n  (2, 'two\nlines', '', 1, 'null');\n`,
  );
});

test("a result is drawn as a chart that is kept when the query runs again", async ({ page, database }) => {
  await openEditor(page, database);
  const query = "select date '2024-01-01' + g as day, g * 2 as total, g as visits from generate_series(1, 5) g";
  await run(page, query);
  await expect(grid(page)).toBeVisible();
  await main(page).getByText("Chart", { exact: true }).click();
  const chart = main(page).getByRole("img", { name: "Result: total by day" });
  await expect(chart.locator(".recharts-line-curve")).toHaveAttribute("d", /^M[\d.,]+(L[\d.,]+){4}$/);
  await main(page).getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Bar" }).click();
  await expect(chart.locator(".recharts-bar-rectangle")).toHaveCount(5);
  expect(await violationsOf(page, { within: "main" })).toEqual([]);
  await main(page).getByText("Show as a table").click();
  await expect(main(page).getByRole("row", { name: "2024-01-06 10" })).toBeVisible();

  await run(page, `${query} limit 3`);
  await expect(chart.locator(".recharts-bar-rectangle")).toHaveCount(3);
  await main(page).getByText("Table", { exact: true }).click();
  await expect(grid(page)).toHaveAttribute("aria-rowcount", "4");
});
