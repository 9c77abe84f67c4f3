import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");

/** A project with two users, whose users have organisations. */
async function makeProject() {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  await coppice("project", "set", id, "organizations.enabled=true");
  for (const name of ["ada", "grace"]) {
    await coppice("user", "create", `${name}@example.com`, "--project", id, "--name", name, "--verified");
  }
  return { id, home: `${HOME}/projects/${id}/organizations` };
}

test("an owner creates an organisation of users, adds a member, makes them owner and deletes it", async ({ page }) => {
  const { home } = await makeProject();
  await page.goto(home);
  await main(page).getByRole("button", { name: "Create organisation" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Acme");
  await dialog.getByLabel("Slug").fill("acme");
  await dialog.getByLabel("Owner").fill("nobody@example.com");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("User not found.");
  await dialog.getByLabel("Owner").fill("ada@example.com");
  await dialog.getByRole("button", { name: "Create" }).click();
  await main(page).getByRole("link", { name: "Acme" }).click();
  await expect(main(page).getByRole("row", { name: /ada@example.com/ })).toContainText("Owner");

  await main(page).getByRole("button", { name: "Add member" }).click();
  await dialog.getByLabel("User").fill("grace@example.com");
  await dialog.getByLabel("Role").selectOption("admin");
  await dialog.getByRole("button", { name: "Add" }).click();
  const grace = main(page).getByRole("row", { name: /grace@example.com/ });
  await expect(grace).toContainText("Admin");
  await main(page).getByRole("button", { name: "Actions for grace@example.com" }).click();
  await page.getByRole("menuitem", { name: "Make an owner" }).click();
  await expect(grace).toContainText("Owner");

  await main(page).getByRole("button", { name: "Actions for Acme" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Acme");
  await dialog.getByLabel("Slug").fill("Acme Ltd");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Slug")).toHaveAccessibleDescription(/such as acme-inc/);
  await dialog.getByLabel("Slug").fill("acme-ltd");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main(page)).toContainText("acme-ltd");

  await main(page).getByRole("button", { name: "Actions for Acme" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(main(page).getByRole("heading", { name: "No organisations yet" })).toBeVisible();
});

test("a viewer sees members and invitations, and changes nothing", async ({ page }) => {
  const { id, home } = await makeProject();
  const made = await coppice(
    "user-org",
    "create",
    "acme",
    "--project",
    id,
    "--name",
    "Acme",
    "--owner",
    "ada@example.com",
  );
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { password } = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(main(page).getByRole("link", { name: "Acme" })).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Create organisation" })).toHaveCount(0);
  await page.goto(`${home}/${made.id}`);
  await expect(main(page).getByRole("row", { name: /ada@example.com/ })).toContainText("Owner");
  await expect(main(page).getByRole("button", { name: /Add member|Actions/ })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the pages of organisations of users are accessible and fit the screen", async ({ page }) => {
    const { id, home } = await makeProject();
    await page.goto(home);
    await expect(main(page).getByRole("heading", { name: "No organisations yet" })).toBeVisible();
    await expectGoodLooks(page, `user-organisations-none-${look}`);
    const made = await coppice(
      "user-org",
      "create",
      "acme",
      "--project",
      id,
      "--name",
      "Acme",
      "--owner",
      "ada@example.com",
    );
    await page.goto(home);
    await expect(main(page).getByRole("link", { name: "Acme" })).toBeVisible();
    await expectGoodLooks(page, `user-organisations-${look}`);
    await main(page).getByRole("button", { name: "Create organisation" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
    await expectGoodLooks(page, `user-organisations-create-${look}`);
    await page.goto(`${home}/${made.id}`);
    await expect(main(page).getByRole("row", { name: /ada@example.com/ })).toBeVisible();
    await expectGoodLooks(page, `user-organisation-${look}`);
  });
});
