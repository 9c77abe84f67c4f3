import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openForKeys } from "../by-keys";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { signInAsOperator } from "../operator";
import { test as base, expect, HOME, ownerTest, signIn, stateOf } from "../page-test";

const ADMIN = "/dashboard/admin";
const main = (page: Page) => page.getByRole("main");
const reports = (page: Page) => main(page).getByRole("list", { name: "Abuse reports" }).getByRole("listitem");

const operatorState = stateOf((page) => signInAsOperator(page));

const test = base.extend({ storageState: async ({ once }, use) => use(await once(operatorState)) });

// All tests have one address, which may send five reports in a minute.
test.describe.configure({ mode: "default" });

/** A project by the command line, and a report about it by anybody. */
async function reportedProject(page: Page, description: string, severity = "phishing") {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", name);
  const body = { severity, description, projectId: id, url: "javascript:alert(1)" };
  // All tests have one address, which may send five reports in a minute: this file sends no more.
  const answer = await page.request.post("/v1/abuse-reports", { data: body });
  expect(answer.status()).toBe(202);
  return { id, name };
}

test("a report is read and resolved by the keyboard, and its project is suspended", async ({ page }) => {
  const description = `It imitates my bank ${randomUUID()}`;
  const { id, name } = await reportedProject(page, description);
  await openForKeys(page, ADMIN);
  const row = reports(page).filter({ hasText: description });
  await expect(row).toContainText(name);
  const button = row.getByRole("button");
  await page.keyboard.press("j");
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Phishing" });
  await expect(drawer).toContainText(description);
  await expect(drawer.getByText("javascript:alert(1)")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "javascript:alert(1)" })).toHaveCount(0);
  await page.keyboard.press("3");
  await expect(drawer.getByRole("radio", { name: "Suspend" })).toBeChecked();
  await drawer.getByLabel("Note").fill("Seen.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Report resolved. ${name} is suspended.`)).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(row).toHaveCount(0);
  expect(await coppice("project", "show", id)).toMatchObject({ status: "suspended" });

  await main(page).getByRole("link", { name: "Resolved" }).click();
  await row.getByRole("button").click();
  await expect(drawer).toContainText("Seen.");
  await expect(drawer.getByRole("radio")).toHaveCount(0);
});

test("AB-02: a stranger's words are text, and are told to be wrong in their place", async ({ page }) => {
  const description = `<img src=x onerror="document.title='harmed'">\n${randomUUID()}\u202e<b>bold</b>`;
  await reportedProject(page, description, "spam");
  await page.goto(ADMIN);
  const row = reports(page).filter({ hasText: description.slice(50, 80) });
  await expect(row).toContainText("<img src=x onerror=");
  await row.getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Spam" });
  await expect(drawer).toContainText("<b>bold</b>");
  await drawer.getByRole("button", { name: "Resolve report" }).click();
  await expect(drawer.getByRole("alert")).toHaveText("Choose a resolution.");
  await drawer.getByRole("radio", { name: "Ban" }).check();
  await drawer.getByLabel("Project").fill("shop");
  await drawer.getByRole("button", { name: "Resolve report" }).click();
  await expect(drawer.getByRole("alert")).toHaveText("Enter a project's ID, such as p_4k9x2m7q1w8e5r3t6y0u.");
  await drawer.getByLabel("Project").fill(`p_${"0".repeat(20)}`);
  await drawer.getByRole("button", { name: "Resolve report" }).click();
  await expect(drawer.getByRole("alert")).toHaveText("Project not found.");
  await expect(page).toHaveTitle(/Abuse reports/);
});

test("a project is found, suspended with a reason that its members read, and active again", async ({
  page,
  browser,
}) => {
  const { id, name } = await reportedProject(page, "Rude.", "other");
  await page.goto(`${ADMIN}/projects`);
  await main(page).getByRole("searchbox", { name: "Find a project" }).fill(id);
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("status")).toHaveText("1 project");
  await main(page).getByRole("link", { name }).click();
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(main(page).getByRole("list", { name: "History" })).toContainText("Reported: Other");
  await main(page).getByRole("button", { name: "Suspend project" }).click();
  const suspend = page.getByRole("dialog", { name: "Suspend project" });
  await suspend.getByLabel("Reason").fill("Sends spam.");
  await suspend.getByRole("button", { name: "Suspend project" }).click();
  await expect(page.getByText(`${name} is suspended.`)).toBeVisible();
  await expect(main(page).getByRole("list", { name: "History" })).toContainText("Suspended: Sends spam.");
  const owner = await browser.newContext({ baseURL: process.env.COPPICE_URL, storageState: undefined });
  const members = await owner.newPage();
  await signIn(members, undefined, `${HOME}/projects/${id}`);
  await expect(members.getByRole("region", { name: "This project is suspended" })).toContainText("Sends spam.");
  await owner.close();
  await main(page).getByRole("button", { name: "Lift suspension" }).click();
  const lift = page.getByRole("dialog", { name: "Lift suspension" });
  await lift.getByLabel("Note").fill("Gone.");
  await lift.getByRole("button", { name: "Lift suspension" }).click();
  await expect(main(page).getByRole("list", { name: "History" })).toContainText("Suspension lifted: Gone.");
  expect(await coppice("project", "show", id)).toMatchObject({ status: "active" });
});

test("DA-L10: the processes that run and how sign-ins go are shown, and the menu and the palette lead there", async ({
  page,
}) => {
  // The parts of the interface are there under `npm run dev` alone.
  await page.goto("/dashboard/ui");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto(HOME);
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await expect(page).toHaveURL(ADMIN);
  const navigation = page.getByRole("navigation", { name: "Administration" });
  await navigation.getByRole("link", { name: "Deploys" }).click();
  const web = main(page).getByRole("row").filter({ hasText: "running" }).filter({ hasText: /^web/ });
  await expect(web).toHaveCount(1);
  await navigation.getByRole("link", { name: "Sign-ins" }).click();
  await expect(main(page).getByRole("row", { name: /^Attempts/ })).toBeVisible();
  await openForKeys(page, HOME);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("deploys");
  await page
    .getByRole("option", { name: /Deploys/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${ADMIN}/deploys`);
});

test("a setting is changed on its page, told as stored there, and removed again", async ({ page }) => {
  await page.goto(`${ADMIN}/settings`);
  const backups = main(page).getByRole("region", { name: "Backups" });
  await expect(backups).toContainText("There are no backups: all data is lost with this disk");
  const section = main(page).getByRole("region", { name: "Security contact" });
  await expect(section).toContainText("Default.");
  await section.getByRole("button", { name: "Change: Security contact" }).click();
  const contact = "mailto:security@mail.example";
  await page.getByRole("dialog").getByLabel("Contact", { exact: true }).fill(contact);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(section).toContainText(contact);
  await expect(section).toContainText("Stored here");
  await section.getByRole("button", { name: "Remove" }).click();
  await expect(section).not.toContainText(contact);
});

inEveryLook((look) => {
  test("administration is accessible and fits the screen", async ({ page }) => {
    const { id } = await reportedProject(page, "A sign-in page that looks like my bank's. ".repeat(20), "malware");
    for (const [name, path] of Object.entries({ reports: "", projects: "/projects", project: `/projects/${id}` })) {
      await page.goto(ADMIN + path);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `administration-${name}-${look}`);
    }
    for (const name of ["deploys", "sign-ins"]) {
      await page.goto(`${ADMIN}/${name}`);
      await expect(main(page).getByRole("table").first()).toBeVisible();
      await expectGoodLooks(page, `administration-${name}-${look}`);
    }
    await page.goto(`${ADMIN}/settings`);
    await expect(main(page).getByRole("button", { name: "Change: Email" })).toBeVisible();
    await expectGoodLooks(page, `administration-settings-${look}`);
    await page.goto(ADMIN);
    await reports(page).first().getByRole("button").click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Resolve report" })).toBeVisible();
    await expectGoodLooks(page, `administration-report-${look}`);
  });
});

ownerTest("AD-01: pages of administration are to everybody else as if they did not exist", async ({ page }) => {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  for (const path of ["", "/projects", `/projects/${id}`, "/deploys", "/sign-ins", "/settings"]) {
    const answer = await page.request.get(ADMIN + path);
    const unknown = await page.request.get("/dashboard/nothing");
    expect(answer.status(), path).toBe(unknown.status());
    await page.goto(ADMIN + path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByText(/Administration|Abuse reports|Deploys/)).toHaveCount(0);
  }
  await page.goto(HOME);
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menuitem", { name: "Documentation" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Administration" })).toHaveCount(0);
});
