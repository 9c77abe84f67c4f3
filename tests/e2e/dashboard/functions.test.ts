import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { listen } from "../../support/stand-in-server";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const editor = (page: Page, file = "index.ts") => main(page).getByRole("textbox", { name: file });
const entries = (page: Page) => main(page).getByRole("list", { name: "Entries" }).getByRole("listitem");
const deployments = (page: Page) => main(page).getByRole("table", { name: "Deployments" });
const ORGANISATION = process.env.COPPICE_ORG_ID ?? "";

interface Made {
  projectId: string;
  /** The address of the project's functions. */
  home: string;
}

async function makeProject(): Promise<Made> {
  const { id } = await coppice("project", "create", ORGANISATION, `Shop ${randomUUID().slice(0, 8)}`);
  return { projectId: id, home: `${HOME}/projects/${id}/functions` };
}

/** A project with the function `hello`. */
async function makeFunction(): Promise<Made> {
  const made = await makeProject();
  await coppice("functions", "deploy", "examples/functions/hello", "--project", made.projectId, "--access", "public");
  return made;
}

/** A function whose files are kept, by its template. */
async function createHello(page: Page): Promise<Made> {
  const made = await makeProject();
  await page.goto(made.home);
  await main(page).getByRole("button", { name: "Deploy hello" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "hello" })).toBeVisible();
  return made;
}

async function openTab(page: Page, name: string): Promise<void> {
  await main(page).getByRole("navigation", { name: "Pages of this function" }).getByRole("link", { name }).click();
}

/** Puts a text in place of a file's. */
async function write(page: Page, text: string, file = "index.ts"): Promise<void> {
  await editor(page, file).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** The web address of the function, as the list has it. */
async function webAddress(page: Page, home: string): Promise<string> {
  await page.goto(home);
  const link = main(page).getByRole("row", { name: "hello" }).getByRole("link", { name: "/hello" });
  return (await link.getAttribute("href")) ?? "";
}

const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("a function is made of a template, edited, refused at the line that's wrong, deployed and rolled back", async ({
  page,
}) => {
  const { home } = await createHello(page);
  await expect(editor(page)).toContainText("Greets the caller");
  await expect(main(page)).toContainText("Version 1, which answers now");

  await write(page, 'export default {\n  fetch() { return new Response("two" },\n};\n');
  await expect(main(page)).toContainText("Changes are kept in this browser until you deploy them");
  await page.keyboard.press("ControlOrMeta+s");
  const problems = main(page).getByRole("alert", { name: "Not deployed" });
  await expect(problems).toContainText('index.ts:2 Expected ")" but found "}"');
  await expect(main(page).locator(".cm-lint-marker-error")).toBeVisible();
  await problems.getByRole("button", { name: "index.ts:2" }).click();
  await expect(editor(page)).toBeFocused();

  // Changes that aren't deployed are there again after the page was left.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(main(page)).toContainText("Changes that you made before");
  await main(page).getByRole("button", { name: "Add file" }).click();
  await page.getByRole("dialog", { name: "Add file" }).getByLabel("Path").fill("lib/text.ts");
  await page.getByRole("dialog", { name: "Add file" }).getByRole("button", { name: "Add" }).click();
  await write(page, 'export const text = "two";\n', "lib/text.ts");
  await main(page).getByRole("button", { name: "index.ts", exact: true }).click();
  await write(page, 'import { text } from "./lib/text";\nexport default { fetch: () => new Response(text) };\n');
  await main(page).getByRole("textbox", { name: "Summary of the changes" }).fill("Answers two");
  await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(toast(page, "Version 2 deployed.")).toBeVisible();
  await expect(main(page)).toContainText("Version 2, which answers now");

  await openTab(page, "Deployments");
  await expect(deployments(page).getByRole("row", { name: "Version 2" })).toContainText("Answers now");
  await expect(deployments(page).getByRole("row", { name: "Version 2" })).toContainText("Answers two");
  await deployments(page).getByRole("button", { name: "Actions for version 1" }).click();
  await page.getByRole("menuitem", { name: "Compare with version 2" }).click();
  const difference = main(page).getByRole("region", { name: "From version 1 to version 2" });
  await expect(difference.getByRole("article", { name: "lib/text.ts" })).toContainText('export const text = "two";');
  await expect(difference.getByRole("article", { name: "index.ts" })).toContainText("Greets the caller");
  await difference.getByRole("link", { name: "Close" }).click();
  await expect(difference).toHaveCount(0);
  await deployments(page).getByRole("button", { name: "Actions for version 1" }).click();
  await page.getByRole("menuitem", { name: "Roll back to version 1" }).click();
  const asking = page.getByRole("dialog", { name: "Roll back to version 1" });
  await expect(asking).toContainText("with the variables it had");
  await asking.getByRole("button", { name: "Roll back" }).click();
  await expect(toast(page, "Version 1 answers again.")).toBeVisible();
  await expect(deployments(page).getByRole("row", { name: "Version 1" }).first()).toContainText("Answers now");
  await page.goto(home);
  await expect(main(page).getByRole("row", { name: "hello" })).toContainText("Anyone");
});

test("the editor completes the runtime's names, and imports it", async ({ page }) => {
  await createHello(page);
  await write(page, "");
  await page.keyboard.type("call");
  const options = page.getByRole("listbox", { name: "Completions" });
  await expect(options.getByRole("option", { name: "caller" })).toBeVisible();
  await expect(page.locator(".cm-completionInfo")).toContainText("Names the caller, as the service knows it");
  await options.getByRole("option", { name: "caller" }).click();
  await expect(editor(page)).toContainText('import { caller } from "coppice";');
  await page.keyboard.type(".us");
  await expect(options.getByRole("option", { name: "userId" })).toBeVisible();
});

test("a member who edits a function that someone else has deployed meanwhile is told, and loses nothing", async ({
  page,
}) => {
  const { projectId } = await createHello(page);
  await write(page, 'export default { fetch: () => new Response("mine") };\n');
  await coppice("functions", "deploy", "examples/functions/hello", "--project", projectId, "--message", "Theirs");
  await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
  const changed = "Version 2 answers now. Your changes began from version 1.";
  await expect(main(page)).toContainText(changed);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(main(page)).toContainText(changed);
  await expect(editor(page)).toContainText("mine");
  await expect(main(page).getByRole("button", { name: "Deploy", exact: true })).toBeDisabled();
  await main(page).getByRole("button", { name: "Keep my changes" }).click();
  await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(toast(page, "Version 3 deployed.")).toBeVisible();
});

test.describe("refused calls", () => {
  test.use({ refusals: /with a status of (403|502)/ });

  test("a function is tried as a visitor, a user and a server, with its log", async ({ page }) => {
    const { projectId, home } = await createHello(page);
    const ada = await coppice("user", "create", "ada@example.com", "--project", projectId);
    await coppice("user", "create", "eve@example.com", "--project", projectId);
    await openTab(page, "Try it");
    const form = main(page).getByRole("form", { name: "Request" });
    const answer = main(page).getByRole("region", { name: "Answer" });
    const body = answer.getByRole("region", { name: "Body" });
    await form.getByLabel("Path and query").fill("?name=Ada");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(body).toHaveText('{"hello":"Ada","from":"anonymous"}');
    await expect(answer).toContainText("200");
    await expect(entries(page).first()).toContainText("Greeting Ada");

    await form.getByLabel("As", { exact: true }).selectOption("user");
    await form.getByRole("combobox", { name: "User" }).fill("ada@example.com");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(body).toContainText('"from":"end-user"');
    await form.getByLabel("As", { exact: true }).selectOption("server");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(body).toContainText('"from":"server"');

    // The function sees the user, and only those whom its access lets in are.
    await page.goto(`${home}/hello`);
    await write(
      page,
      'import { caller } from "coppice";\nexport default { fetch() { const me = caller(); if (me.kind !== "end-user") throw new Error("Nobody is here"); return Response.json(me.userId); } };\n',
    );
    await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(toast(page, "Version 2 deployed.")).toBeVisible();
    await openTab(page, "Try it");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(answer.getByRole("alert")).toContainText("The function threw an error.");
    await expect(entries(page).filter({ hasText: "Nobody is here" })).toHaveCount(1);
    await form.getByLabel("As", { exact: true }).selectOption("user");
    await form.getByRole("combobox", { name: "User" }).fill(ada.id);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(body).toHaveText(`"${ada.id}"`);

    await openTab(page, "Settings");
    const access = main(page).getByRole("form", { name: "Access" });
    await access.getByLabel("Who may call").selectOption("server");
    await access.getByLabel("Web address").uncheck();
    await access.getByRole("button", { name: "Save access" }).click();
    await expect(main(page).getByRole("region", { name: "Web address" })).toHaveCount(0);
    await openTab(page, "Try it");
    await form.getByLabel("As", { exact: true }).selectOption("visitor");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(answer.getByRole("alert")).toContainText("Only the app's servers can call this function.");
    await page.goto(`${HOME}/audit`);
    await expect(main(page)).toContainText("tried the function hello as the user ada@example.com");
  });
});

test("a body that comes bit by bit is shown bit by bit", async ({ page }) => {
  const opened = Promise.withResolvers<void>();
  const gate = createServer((_, response) => void opened.promise.then(() => response.end()));
  const address = await listen(gate);
  await createHello(page);
  await write(
    page,
    `export default { fetch(request) {
      const { readable, writable } = new TransformStream();
      const writer = writable.getWriter();
      const encoder = new TextEncoder();
      const until = request.headers.get("x-until");
      (async () => {
        await writer.write(encoder.encode("first "));
        await fetch("${address}");
        await writer.write(encoder.encode("last"));
        await writer.close();
      })();
      return new Response(readable, { headers: { "x-app-mine": until } });
    } };\n`,
  );
  await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(toast(page, "Version 2 deployed.")).toBeVisible();
  await openTab(page, "Try it");
  const answer = main(page).getByRole("region", { name: "Answer" });
  await main(page).getByLabel("Headers").fill("X-Until: later");
  await main(page).getByRole("button", { name: "Send" }).click();
  await expect(answer.getByRole("region", { name: "Body" })).toHaveText("first");
  await expect(answer).toContainText("Running");
  opened.resolve();
  await expect(answer.getByRole("region", { name: "Body" })).toHaveText("first last");
  gate.close();
  await answer.locator("summary").first().click();
  await expect(answer).toContainText("x-app-mine: later");
});

test("the log is followed as it is written, filtered, paused and read back", async ({ page }) => {
  const { home } = await makeFunction();
  const url = await webAddress(page, home);
  const call = (name: string) => page.request.get(`${url}?name=${name}`);
  await call("before");
  await page.goto(`${home}/hello/logs`);
  await expect(main(page).getByRole("status")).toHaveText("Live");
  await expect(entries(page).filter({ hasText: "Greeting before" })).toHaveCount(1);
  await call("Ada");
  await expect(entries(page).filter({ hasText: "Greeting Ada" })).toHaveCount(1);
  await main(page).getByRole("button", { name: "Pause" }).click();
  await call("Grace");
  await expect(main(page).getByRole("status")).toHaveText("Live · 2 new entries");
  await expect(entries(page).filter({ hasText: "Greeting Grace" })).toHaveCount(0);
  await main(page).getByRole("button", { name: "Resume" }).click();
  await expect(entries(page).filter({ hasText: "Greeting Grace" })).toHaveCount(1);

  await main(page).getByLabel("Search the log").fill("greeting ada");
  await expect(entries(page)).toHaveCount(1);
  await entries(page).first().locator("summary").click();
  await entries(page).first().getByRole("button", { name: "Show this call alone" }).click();
  await main(page).getByLabel("Search the log").fill("");
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText("answered 200");
  await main(page).getByRole("button", { name: "One call" }).click();
  await expect(entries(page)).toHaveCount(6);
  await main(page).getByLabel("Outcome").selectOption("ok");
  await expect(entries(page)).toHaveCount(3);
  await main(page).getByLabel("Outcome").selectOption("failed");
  await expect(main(page)).toContainText("No entries fit.");
});

test("secrets are set, changed and deleted, and their values shown nowhere", async ({ page }) => {
  const { home } = await makeFunction();
  await page.goto(`${home}/hello/secrets`);
  await main(page).getByRole("button", { name: "Set secret" }).click();
  const dialog = page.getByRole("dialog", { name: "Set secret" });
  await dialog.getByLabel("Name").fill("1KEY");
  await dialog.getByLabel("Value").fill("not to be seen");
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(dialog.getByRole("alert")).toContainText("no digit first");
  await dialog.getByLabel("Name").fill("STRIPE_KEY");
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(main(page).getByRole("row", { name: "STRIPE_KEY" })).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain("not to be seen");
  await main(page).getByRole("button", { name: "Actions for STRIPE_KEY" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete secret" }).getByRole("button", { name: "Delete" }).click();
  await expect(main(page)).toContainText("No secrets yet");
});

test("variables are set, changed and deleted on the settings page, with their values", async ({ page }) => {
  const { home } = await makeFunction();
  await page.goto(`${home}/hello/settings`);
  await main(page).getByRole("button", { name: "Set variable" }).click();
  const dialog = page.getByRole("dialog", { name: "Set variable" });
  await dialog.getByLabel("Name").fill("DATABASE_URL");
  await dialog.getByLabel("Value").fill("live\nand well");
  await dialog.getByRole("button", { name: "Set", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("is set by the service");
  await dialog.getByLabel("Name").fill("MODE");
  await dialog.getByRole("button", { name: "Set", exact: true }).click();
  const row = main(page).getByRole("row", { name: "MODE" });
  await expect(row).toContainText("live");
  await row.getByRole("button", { name: "Actions for MODE" }).click();
  await page.getByRole("menuitem", { name: "Change value" }).click();
  const change = page.getByRole("dialog", { name: "Change value" });
  await expect(change.getByLabel("Value")).toHaveValue("live\nand well");
  await change.getByLabel("Value").fill("test");
  await change.getByRole("button", { name: "Set", exact: true }).click();
  await expect(row).toContainText("test");
  await expectGoodLooks(page, "function-variables");
  await row.getByRole("button", { name: "Actions for MODE" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete variable" }).getByRole("button", { name: "Delete" }).click();
  await expect(main(page).getByRole("table", { name: "Variables" })).toHaveCount(0);
});

test("a schedule is explained while it is typed, added, paused and deleted", async ({ page }) => {
  const { home } = await makeFunction();
  await page.goto(`${home}/hello/schedules`);
  await main(page).getByRole("button", { name: "Add schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add schedule" });
  await dialog.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berlin");
  await dialog.getByLabel("Cron").fill("30 2 * * 0");
  await expect(dialog.getByRole("status")).toContainText("At 02:30, only on Sunday");
  await expect(dialog.getByRole("list", { name: "Next times" }).getByRole("listitem")).toHaveCount(5);
  await dialog.getByLabel("Cron").fill("every day");
  await expect(dialog.getByRole("status")).toContainText("must have five fields");
  await dialog.getByLabel("Cron").fill("0 8 * * 1-5");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const row = main(page).getByRole("row", { name: /08:00, Monday through Friday/ });
  await expect(row).toContainText("Europe/Berlin");
  await expect(row).toContainText("Not yet");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(row).toContainText("Paused");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(main(page)).toContainText("No schedules yet");
});

test("a function is deleted once its name is typed", async ({ page }) => {
  const { home } = await makeFunction();
  await page.goto(`${home}/hello/settings`);
  await main(page).getByRole("button", { name: "Delete function" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete function" });
  await expect(dialog.getByRole("button", { name: "Delete function" })).toBeDisabled();
  await dialog.getByLabel("Type hello to confirm").fill("hello");
  await dialog.getByRole("button", { name: "Delete function" }).click();
  await expect(main(page)).toContainText("No functions yet");
});

test("a viewer looks at everything and changes nothing", async ({ page }) => {
  const { home } = await createHello(page);
  const email = `${randomUUID()}@viewer.example`;
  const { password } = await coppice("member", "add", ORGANISATION, email, "--role", "viewer", "--generate-password");
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(main(page)).toContainText("Developers, admins and owners can change functions.");
  await expect(page.getByRole("button", { name: "Create function" })).toHaveCount(0);
  await page.goto(`${home}/hello`);
  await expect(editor(page)).toContainText("Greets the caller");
  await expect(editor(page)).toHaveAttribute("aria-readonly", "true");
  await expect(main(page).getByRole("button", { name: /Deploy|Add file|Rename/ })).toHaveCount(0);
  await openTab(page, "Try it");
  await expect(main(page)).toContainText("You can't try this function");
  await openTab(page, "Deployments");
  await expect(deployments(page).getByRole("button")).toHaveCount(0);
  await openTab(page, "Logs");
  await expect(main(page).getByRole("status")).toHaveText("Live");
  await openTab(page, "Secrets");
  await expect(main(page)).toContainText("No secrets yet");
  await openTab(page, "Settings");
  await expect(main(page).getByRole("heading", { level: 2, name: "Limits" })).toBeVisible();
  await expect(main(page).getByRole("button", { name: /Save|Delete function/ })).toHaveCount(0);
});

test("if functions are off, the page gives the remedy", async ({ page }) => {
  const { id: organisationId } = await coppice("org", "create", `Organisation ${randomUUID()}`);
  const email = `${randomUUID()}@owner.example`;
  const { password } = await coppice("member", "add", organisationId, email, "--role", "owner", "--generate-password");
  const project = await coppice("project", "create", organisationId, "Shop");
  const home = `/dashboard/${organisationId}/projects/${project.id}/functions`;
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(main(page)).toContainText("Functions are switched off");
  await expect(main(page)).toContainText(`flag set ${organisationId} functions on`);
});

inEveryLook((look) => {
  test("the pages of functions are accessible and fit the screen", async ({ page }) => {
    const { home } = await createHello(page);
    await write(page, "export default { fetch: () => new Response(1 };\n");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(main(page).getByRole("alert", { name: "Not deployed" })).toBeVisible();
    await expectGoodLooks(page, `function-refused-${look}`);
    await main(page).getByRole("button", { name: "Discard changes" }).click();
    await write(page, 'export default { fetch: () => new Response("two") };\n');
    await main(page).getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(toast(page, "Version 2 deployed.")).toBeVisible();
    await page.request.get(await webAddress(page, home));
    await expectGoodLooks(page, `functions-${look}`);
    await page.goto(`${home}/hello/try`);
    await main(page).getByRole("button", { name: "Send" }).click();
    await expect(entries(page)).toHaveCount(1);
    await expectGoodLooks(page, `function-tried-${look}`);
    await page.goto(`${home}/hello/deployments?from=1&to=2`);
    await expect(deployments(page)).toBeVisible();
    await expectGoodLooks(page, `function-difference-${look}`);
    await page.goto(`${home}/hello/schedules`);
    await main(page).getByRole("button", { name: "Add schedule" }).click();
    await expect(page.getByRole("list", { name: "Next times" })).toBeVisible();
    await expectGoodLooks(page, `function-schedule-${look}`);
    const empty = await makeProject();
    await page.goto(empty.home);
    await expect(main(page).getByRole("list", { name: "Templates" })).toBeVisible();
    await expectGoodLooks(page, `functions-none-${look}`);
  });
});
