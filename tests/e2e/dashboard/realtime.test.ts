import { randomUUID } from "node:crypto";
import type { Page, WebSocketRoute } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, type MadeDatabase, query } from "../made-database";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const row = (page: Page, table: string) =>
  main(page).getByRole("table", { name: "Tables" }).getByRole("row", { name: table });
const frames = (page: Page) => main(page).getByRole("list", { name: "Frames" }).getByRole("listitem");
const state = (page: Page) => main(page).getByRole("region", { name: "Frames" }).getByRole("status");

const TABLES = `CREATE TABLE todos (id int PRIMARY KEY, author_id text, title text);
  CREATE TABLE notes (id int PRIMARY KEY, title text); CREATE TABLE logs (line text)`;

/** A project by the command line, and the page of its realtime. */
async function makeProject(): Promise<{ id: string; home: string }> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  return { id, home: `${HOME}/projects/${id}/realtime` };
}

/** A project whose database has tables, of which `todos` goes to the users in `author_id`. */
async function makePublished(): Promise<{ id: string; home: string; database: MadeDatabase }> {
  const [project, database] = [await makeProject(), await createDatabase("realtime")];
  await query(database, TABLES);
  await coppice("project", "database", project.id, database.id);
  await coppice("realtime", "publish", "todos", "--project", project.id, "--to", "owner:author_id");
  return { ...project, database };
}

async function choose(page: Page, table: string, action: string): Promise<void> {
  await row(page, table)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a database is chosen, and a table published, given another audience, repaired and taken back", async ({
  page,
}) => {
  const [{ home }, database] = [await makeProject(), await createDatabase("realtime")];
  await query(database, TABLES);
  await page.goto(home);
  await expect(main(page).getByRole("region", { name: "Now" })).toContainText("0 to tables, 0 to topics");
  await main(page).getByRole("combobox", { name: "Database" }).selectOption(database.id);
  await main(page).getByRole("button", { name: "Choose database" }).click();
  await expect(row(page, "todos")).toContainText("Not published");
  await expect(row(page, "logs")).toContainText("Needs a primary key");

  await choose(page, "todos", "Publish");
  const dialog = page.getByRole("dialog", { name: "Publish table" });
  await expect(dialog.getByLabel("Column", { exact: true })).toHaveValue("author_id");
  await expect(dialog).toContainText("times the rate of the same table unpublished");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(row(page, "todos")).toContainText("The user in author_id");

  await choose(page, "todos", "Change audience");
  const change = page.getByRole("dialog", { name: "Change audience" });
  await change.getByRole("radio", { name: "By row-level security" }).check();
  await expect(change).toContainText("ALTER TABLE public.todos ENABLE ROW LEVEL SECURITY");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change.getByRole("alert")).toContainText("row-level security is not enabled");
  await query(database, "ALTER TABLE todos ENABLE ROW LEVEL SECURITY");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "todos")).toContainText("no policy lets users of your app read rows");
  await query(database, "CREATE POLICY own ON todos FOR SELECT TO app_users USING (author_id = coppice.user_id())");
  await query(database, "ALTER TABLE todos DISABLE TRIGGER coppice_realtime_insert");
  await page.reload();
  await expect(row(page, "todos")).toContainText("Changes aren't recorded");
  await row(page, "todos").getByRole("button", { name: "Repair" }).click();
  await expect(row(page, "todos")).not.toContainText("recorded");
  await expect(row(page, "todos")).toContainText("By row-level security");

  await choose(page, "todos", "Stop publishing");
  await page.getByRole("dialog").getByRole("button", { name: "Stop publishing" }).click();
  await expect(row(page, "todos")).toContainText("Not published");
});

test("rules of topics are added, put in order, refused, saved and tried", async ({ page }) => {
  const { id, home } = await makeProject();
  const ada = await coppice("user", "create", "ada@example.com", "--project", id);
  await page.goto(`${home}/topics`);
  await expect(main(page)).toContainText("No rules yet");
  const add = main(page).getByRole("button", { name: "Add rule" });
  const save = main(page).getByRole("button", { name: "Save rules" });
  await add.click();
  await main(page).getByLabel("Topics, rule 1").fill("*:*");
  await main(page).getByLabel("Listens, rule 1").selectOption("anyone");
  await add.click();
  await main(page).getByLabel("Topics, rule 2").fill("user {sub}");
  await save.click();
  await expect(main(page).getByRole("alert").first()).toContainText("The rules aren't saved");
  await expect(main(page).getByRole("listitem", { name: "Rule 2" })).toContainText("must be like room:*");
  await main(page).getByLabel("Topics, rule 2").fill("user:{sub}");
  await main(page).getByRole("button", { name: "Move rule 2 up" }).click();
  await expect(main(page).getByLabel("Topics, rule 1")).toHaveValue("user:{sub}");

  // The rules that are tried are those of the page, saved or not.
  const tried = main(page).getByRole("region", { name: "Try the rules" });
  await tried.getByLabel("Topic").fill(`user:${ada.id}`);
  await tried.getByRole("button", { name: "Try" }).click();
  await expect(tried.getByRole("status")).toContainText("Rule 1 decides. It's the topic of another user.");
  await tried.getByLabel("By").selectOption("user");
  await tried.getByRole("textbox", { name: "User" }).fill("ada@example.com");
  await tried.getByRole("button", { name: "Try" }).click();
  await expect(tried.getByRole("status")).toContainText("Rule 1 decides.Listens");
  await expect(tried.getByRole("status")).toContainText("Sends no messages");
  await tried.getByLabel("Topic").fill("news");
  await tried.getByRole("button", { name: "Try" }).click();
  await expect(tried.getByRole("status")).toContainText("No rule fits this topic");

  await save.click();
  await expect(main(page).getByText("Saved. It holds within three seconds.")).toBeVisible();
  const saved = await coppice("project", "show", id);
  expect(saved.settings.realtime.topics).toMatchObject([{ pattern: "user:{sub}" }, { pattern: "*:*" }]);
  await page.reload();
  await main(page).getByRole("button", { name: "Delete rule 1" }).click();
  await expect(main(page).getByLabel("Topics, rule 1")).toHaveValue("*:*");
});

test("the inspector shows the changes that a user would get, and is recorded", async ({ page }) => {
  const { id, home, database } = await makePublished();
  const ada = await coppice("user", "create", "ada@example.com", "--project", id);
  await page.goto(`${home}/inspector`);
  const form = main(page).getByRole("form", { name: "Inspect" });
  await form.getByRole("button", { name: "Start" }).click();
  await expect(main(page).getByRole("alert")).toContainText("Only signed-in users");

  await form.getByLabel("As").selectOption("user");
  await form.getByRole("combobox", { name: "User" }).fill("ada@example.com");
  await form.getByRole("button", { name: "Add condition" }).click();
  await form.getByLabel("Column, condition 1").fill("id");
  await form.getByLabel("Operator, condition 1").selectOption("lt");
  await form.getByLabel("Value, condition 1").fill("100");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText("Live: public.todos as ada@example.com");
  await query(
    database,
    `INSERT INTO todos VALUES (1, 'usr_other', 'not hers'), (2, '${ada.id}', 'Milk'), (200, '${ada.id}', 'far')`,
  );
  await expect(frames(page).filter({ hasText: "insert" })).toHaveCount(1);
  await expect(frames(page).first()).toContainText("Milk");
  await expect(main(page)).not.toContainText("not hers");
  await frames(page).first().locator("summary").click();
  await expect(main(page).getByRole("tree", { name: "Value as a tree" })).toContainText("committedAt");

  // A row that is given away is gone for her.
  await main(page).getByRole("button", { name: "Pause" }).click();
  await query(database, "UPDATE todos SET author_id = 'usr_other' WHERE id = 2");
  await expect(state(page)).toContainText("1 new frame");
  await expect(frames(page).filter({ hasText: "delete" })).toHaveCount(0);
  await main(page).getByRole("button", { name: "Resume" }).click();
  await expect(frames(page).first()).toContainText("delete");
  await query(database, "TRUNCATE todos");
  await expect(frames(page).first()).toContainText("one statement changed too many rows");
  await main(page).getByRole("button", { name: "Clear" }).click();
  await expect(frames(page)).toHaveCount(0);
  await form.getByRole("button", { name: "Stop" }).click();
  await expect(state(page)).toHaveText("Not started");

  await page.goto(`${HOME}/audit`);
  await expect(main(page)).toContainText("inspected public.todos in realtime as the user ada@example.com");
});

test("the inspector comes back after a lost connection, and shows the events that came meanwhile", async ({ page }) => {
  const { id, home, database } = await makePublished();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/v1\/realtime$/, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await coppice("realtime", "publish", "notes", "--project", id, "--to", "anyone");
  await page.goto(`${home}/inspector`);
  const form = main(page).getByRole("form", { name: "Inspect" });
  await form.getByLabel("Table").selectOption("public.notes");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText("Live: public.notes as a visitor");
  await query(database, "INSERT INTO notes VALUES (1, 'before')");
  await expect(frames(page).first()).toContainText("before");

  // Nothing reaches the service until the row is there.
  let isBack = (): void => {};
  const back = new Promise<void>((resolve) => {
    isBack = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith("/inspector"),
    async (route) => {
      await back;
      await route.continue();
    },
  );
  await sockets[0]?.close({ code: 1012 });
  await expect(state(page)).toHaveText("Connection lost. Connecting again …");
  await query(database, "INSERT INTO notes VALUES (2, 'meanwhile')");
  isBack();
  await expect(frames(page).filter({ hasText: "meanwhile" })).toHaveCount(1);
  await expect(frames(page).filter({ hasText: "nothing was missed" })).toHaveCount(1);
  await expect(state(page)).toHaveText("Live: public.notes as a visitor");
  expect(sockets).toHaveLength(2);
});

test("the inspector hears a topic, and sends it a test message", async ({ page }) => {
  const { id, home } = await makeProject();
  const topics = JSON.stringify([{ pattern: "room:*", subscribe: "anyone" }]);
  await coppice("project", "set", id, `realtime.topics=${topics}`);
  await page.goto(`${home}/inspector`);
  const form = main(page).getByRole("form", { name: "Inspect" });
  await form.getByLabel("Topic").fill("secret:1");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(main(page).getByRole("alert")).toContainText("No rule of the project allows subscribing to");
  await form.getByLabel("Topic").fill("room:1");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText("Live: room:1 as a visitor");
  const message = main(page).getByRole("form", { name: "Test message" });
  await message.getByLabel("Payload").fill("{");
  await message.getByRole("button", { name: "Send" }).click();
  await expect(message.getByRole("alert")).toContainText("must be JSON");
  await message.getByLabel("Payload").fill('{ "text": "Hello" }');
  await message.getByRole("button", { name: "Send" }).click();
  await expect(frames(page).first()).toContainText('test{"text":"Hello"}');

  // The figures of the page count open connections.
  const other = await page.context().newPage();
  await other.goto(home);
  await expect(main(other).getByRole("region", { name: "Now" })).toContainText("1 to topics");
  await form.getByRole("button", { name: "Stop" }).click();
  await expect(main(other).getByRole("region", { name: "Now" })).toContainText("0 to topics");
});

test("a viewer looks at everything and changes nothing", async ({ page }) => {
  const { id, home } = await makePublished();
  await coppice("project", "set", id, 'realtime.topics=[{"pattern":"room:*"}]');
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { password } = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(row(page, "todos")).toContainText("The user in author_id");
  for (const name of ["Publish table", "Change database", /^Actions for/]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await page.goto(`${home}/topics`);
  await expect(main(page).getByLabel("Topics, rule 1")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save rules" })).toHaveCount(0);
  await page.goto(`${home}/inspector`);
  await expect(main(page)).toContainText("You can't inspect this project");
  await expect(page.getByRole("button", { name: "Start" })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the pages of realtime are accessible and fit the screen", async ({ page }) => {
    test.slow();
    const { home: empty } = await makeProject();
    const { id, home, database } = await makePublished();
    await query(database, "ALTER TABLE notes ENABLE ROW LEVEL SECURITY");
    await coppice("realtime", "publish", "notes", "--project", id, "--to", "rls");
    await coppice("project", "set", id, 'realtime.topics=[{"pattern":"room:*"},{"pattern":"user:{sub}"}]');
    const pages = { empty, list: home, topics: `${home}/topics`, inspector: `${home}/inspector` };
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `realtime-${name}-${look}`);
    }
    const form = main(page).getByRole("form", { name: "Inspect" });
    await form.getByLabel("Of").selectOption("topic");
    await form.getByLabel("Topic").fill("room:1");
    await form.getByRole("button", { name: "Start" }).click();
    await expect(main(page).getByRole("alert")).toBeVisible();
    await coppice("project", "set", id, 'realtime.topics=[{"pattern":"room:*","subscribe":"anyone"}]');
    await form.getByRole("button", { name: "Start" }).click();
    await expect(state(page)).toContainText("Live");
    await main(page).getByRole("form", { name: "Test message" }).getByRole("button", { name: "Send" }).click();
    await expect(frames(page).first()).toContainText("Hello");
    await frames(page).first().locator("summary").click();
    await expect(main(page).getByRole("tree")).toBeVisible();
    await expectGoodLooks(page, `realtime-inspecting-${look}`);
    await page.goto(home);
    await main(page).getByRole("button", { name: "Publish table" }).click();
    await expect(page.getByRole("dialog")).toContainText("Every table with a primary key is published");
    await page.keyboard.press("Escape");
    await choose(page, "todos", "Change audience");
    await expect(page.getByRole("dialog").getByLabel("Column", { exact: true })).toBeVisible();
    await expectGoodLooks(page, `realtime-audience-${look}`);
  });
});
