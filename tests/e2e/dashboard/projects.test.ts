import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

const PASSWORD = "correct horse battery staple";
const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const newName = () => `Shop ${randomUUID().slice(0, 8)}`;

/** A project by the command line: how it is made on the page is tested where that is the matter. */
async function makeProject(): Promise<{ id: string; name: string; home: string }> {
  const name = newName();
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, name, "--origin", "http://localhost:5173");
  return { id, name, home: `${HOME}/projects/${id}` };
}

/** Signs up on the hosted page, as a visitor with a browser of their own. */
async function signUp(browser: Browser, address: string, email: string): Promise<void> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
  await context.close();
}

test("a new project is led to its first sign-in, which the page sees", async ({ page, browser }) => {
  const name = newName();
  await page.goto(`${HOME}/projects`);
  await main(page).getByRole("button", { name: "Create project" }).click();
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(heading(page, `Set up ${name}`)).toBeVisible();
  const [, id = ""] = /\/projects\/(p_[0-9a-z]{20})/.exec(page.url()) ?? [];

  await main(page).getByRole("link", { name: "React" }).click();
  const settings = main(page).getByRole("region", { name: ".env.local" });
  await expect(settings).toContainText(`VITE_AUTH_PROJECT_ID=${id}`);

  const origin = main(page).getByLabel("Origin", { exact: true });
  await origin.fill("shop.example.com/welcome");
  await origin.blur();
  await expect(main(page).getByText("An origin begins with https://")).toBeVisible();
  await main(page).getByRole("button", { name: "https://shop.example.com" }).click();
  await main(page).getByRole("button", { name: "Allow" }).click();
  await expect(main(page).getByRole("list", { name: "Allowed origins" })).toHaveText("https://shop.example.com");

  await main(page).getByRole("button", { name: "Create public key" }).click();
  const key = main(page).getByRole("region", { name: "Public key" });
  await expect(key).toHaveText(/^pk_coppice_auth_\w+$/);
  await expect(settings).toContainText(`VITE_AUTH_PUBLIC_KEY=${await key.textContent()}`);

  await expect(main(page).getByText("Waiting for the first sign-in")).toBeVisible();
  const email = `${randomUUID()}@example.com`;
  const hosted = await main(page).getByRole("link", { name: "hosted sign-up page" }).getAttribute("href");
  await signUp(browser, hosted ?? "", email);
  await expect(
    main(page)
      .getByRole("status")
      .filter({ hasText: `${email} signed in` }),
  ).toBeVisible();
  // The secret that was shown only once is still there.
  await expect(settings).toContainText(`VITE_AUTH_PUBLIC_KEY=${await key.textContent()}`);

  await main(page).getByRole("link", { name: "Overview" }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(main(page).getByRole("listitem").filter({ hasText: email })).toBeVisible();
  await page.goto(`${HOME}/projects`);
  await expect(main(page).getByRole("row").filter({ hasText: name })).toContainText("shop.example.com");
});

test("settings are found, saved, refused where they do not fit, and reset", async ({ page }) => {
  const { id, home } = await makeProject();
  await page.goto(`${home}/settings`);
  const save = (form: string) => main(page).getByRole("form", { name: form }).getByRole("button", { name: "Save" });
  await expect(save("Passwords")).toBeDisabled();
  await main(page).getByRole("searchbox", { name: "Find a setting" }).fill("shortest");
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText(["Passwords"]);
  const shortest = main(page).getByLabel("Shortest", { exact: true });
  await shortest.fill("4");
  await save("Passwords").click();
  await expect(main(page).getByText("From 8 to 128.")).toBeVisible();
  await expect(shortest).toBeFocused();
  await shortest.fill("12");
  await shortest.press("ControlOrMeta+s");
  await expect(main(page).getByText("Saved.")).toBeVisible();
  expect((await coppice("project", "show", id)).settings.password.minLength).toBe(12);
  await page.reload();
  await main(page).getByRole("button", { name: "Reset Shortest to the default" }).click();
  await save("Passwords").click();
  await expect(main(page).getByText("Saved.")).toBeVisible();
  expect((await coppice("project", "show", id)).settings.password.minLength).toBe(8);

  const redirects = main(page).getByLabel("Redirect addresses", { exact: true });
  await redirects.fill("http://localhost:5173/welcome\nhttps://evil.example/");
  await save("Addresses").click();
  await expect(main(page).getByText("Line 2: Must be of one of the allowed origins.")).toBeVisible();
  await expect(redirects).toHaveValue("http://localhost:5173/welcome\nhttps://evil.example/");
});

test("a project is deleted by typing its name, and restored", async ({ page }) => {
  const { id, name, home } = await makeProject();
  const hosted = `/auth/${id}/sign-in`;
  expect((await page.request.get(hosted)).status()).toBe(200);
  await page.goto(`${home}/settings`);
  await main(page).getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete project" });
  const confirm = dialog.getByRole("button", { name: "Delete project" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill(name);
  await confirm.click();
  await expect(heading(page, "Projects")).toBeVisible();
  expect((await page.request.get(hosted)).status()).toBe(404);
  expect((await page.request.get(home)).status()).toBe(404);
  await main(page)
    .getByRole("button", { name: `Restore ${name}` })
    .click();
  await expect(main(page).getByRole("link", { name })).toBeVisible();
  expect((await page.request.get(hosted)).status()).toBe(200);
});

test("keys and testing tokens are created, shown once, and revoked", async ({ page }) => {
  const { home } = await makeProject();
  await page.goto(`${home}/keys`);
  await main(page).getByRole("button", { name: "Create server key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create server key" });
  await dialog.getByLabel("Name").fill("Backend");
  await dialog.getByRole("radio", { name: "Read-only" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("region", { name: "Server key" })).toHaveText(/^sk_coppice_\w+$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = main(page).getByRole("table", { name: "Server keys" }).getByRole("row").filter({ hasText: "Backend" });
  await expect(row).toContainText("Read-only");
  await row.getByRole("button", { name: "Actions for Backend" }).click();
  await page.getByRole("menuitem", { name: "Revoke key" }).click();
  await page.getByRole("dialog", { name: "Revoke key" }).getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");

  await main(page).getByRole("button", { name: "Turn on testing tokens" }).click();
  await main(page).getByRole("button", { name: "Create testing token" }).click();
  const token = page.getByRole("dialog", { name: "Create testing token" });
  await token.getByLabel("Test user").fill("robot@example.com");
  await token.getByRole("button", { name: "Create" }).click();
  await expect(token.getByRole("region", { name: "Testing token" })).toHaveText(/^coppice_test_\w+$/);
  await token.getByRole("button", { name: "Done" }).click();
  await main(page).getByRole("button", { name: "Actions for the token of robot@example.com" }).click();
  await page.getByRole("menuitem", { name: "Revoke token" }).click();
  await expect(main(page).getByText("No testing tokens wait to be used.")).toBeVisible();
});

test("a suspended project says so, with the operator's reason, and offers no change", async ({ page }) => {
  const { id, home } = await makeProject();
  await coppice("project", "suspend", id, "--reason", "Sends spam.");
  await page.goto(`${home}/settings`);
  const banner = main(page).getByRole("region", { name: "This project is suspended" });
  await expect(banner).toContainText("The operator's reason: Sends spam.");
  await expect(main(page).getByRole("button", { name: "Save" })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the pages of a project are accessible and fit the screen", async ({ page }) => {
    const { home } = await makeProject();
    const pages = { list: `${HOME}/projects`, "set-up": home, keys: `${home}/keys`, settings: `${home}/settings` };
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `project-${name}-${look}`);
    }
    await page.goto(pages.list);
    await main(page).getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
    await expectGoodLooks(page, `project-create-${look}`);
  });
});
