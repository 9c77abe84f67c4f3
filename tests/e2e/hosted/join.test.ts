import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import {
  type App,
  test as base,
  expect,
  follow,
  heading,
  PASSWORD,
  passwordField,
  press,
  sharedApp,
  signUp,
} from "./hosted-test";

/** An app that only invited people can join. */
const closedApp = sharedApp(["methods.signUp=false", "brand.name=Shop"]);

const test = base.extend<{ closed: App }>({
  closed: async ({ once }, use) => use(await once(closedApp)),
  allowedOrigins: async ({ app, closed }, use) => use([app.origin, closed.origin]),
});

const invite = (app: App, email: string, ...more: string[]) =>
  coppice("user", "invite", email, "--project", app.project.id, ...more);

const INVALID = "This invitation has expired, was revoked or has already been used.";

async function accept(page: Page, button = "Create account"): Promise<void> {
  await page.getByLabel("Name").fill("Ada Lovelace");
  if (button === "Create account") await passwordField(page).fill(PASSWORD);
  await press(page, button);
}

test("an invited person joins an app whose sign-up is off, and goes on to the owner's address", async ({
  page,
  closed,
  email,
  mailbox,
}) => {
  await invite(closed, email, "--redirect-to", `${closed.origin}/cart`);
  const { subject, link } = await mailbox.next();
  expect(subject).toBe("You're invited to Shop");
  await page.goto(link);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await passwordField(page).fill("short");
  await press(page, "Create account");
  await expect(page.getByRole("alert")).toHaveText(/at least 8 characters/);
  await accept(page);
  await expect(page).toHaveURL(`${closed.origin}/cart`);
  await page.goto(closed.page("account"));
  await expect(page.getByText(email).first()).toBeVisible();
});

test("an invited person who takes a passkey instead of a password adds it on the account page", async ({
  page,
  closed,
  email,
  mailbox,
}) => {
  await invite(closed, email);
  await page.goto((await mailbox.next()).link);
  await accept(page, "Use a passkey instead");
  await expect(heading(page, "Account")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
});

test("a link is good once, and a revoked one never; opening it changes nothing", async ({
  page,
  closed,
  email,
  mailbox,
  otherBrowser,
}) => {
  await invite(closed, email);
  const { link } = await mailbox.next();
  const other = await otherBrowser.newPage();
  await other.goto(link);
  await other.reload();
  await page.goto(link);
  await accept(page);
  await expect(heading(page, "Account")).toBeVisible();
  await accept(other);
  await expect(other.getByText(INVALID)).toBeVisible();
  await follow(other, "Sign in");
  await expect(passwordField(other)).toBeVisible();
  const { id } = await invite(closed, `second-${email}`);
  await coppice("user", "revoke-invitation", id, "--project", closed.project.id);
  await page.context().clearCookies();
  await page.goto(closed.page("join", { token: "x".repeat(32) }));
  await expect(page.getByText(INVALID)).toBeVisible();
});

test("an invited person who is signed in as someone else is asked to sign out first", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  await signUp(page, app, `somebody-${email}`);
  await invite(app, email);
  const { link } = await mailbox.next();
  await page.goto(link);
  await expect(page.getByText(`You're signed in as somebody-${email}`)).toBeVisible();
  await follow(page, "Sign out");
  await press(page, "Sign out");
  await expect(heading(page, "You are signed out")).toBeVisible();
  await page.goto(link);
  await accept(page);
  await expect(heading(page, "Account")).toBeVisible();
});

test("without scripts, the form works as well", async ({ browser, closed, email, mailbox }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await invite(closed, email, "--language", "de");
  const { subject, link } = await mailbox.next();
  expect(subject).toBe("Sie sind zu Shop eingeladen");
  await page.goto(`${link}&ui_locales=de`);
  await expect(heading(page, "Ihre Einladung zu Shop")).toBeVisible();
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Passwort").fill(PASSWORD);
  await press(page, "Konto anlegen");
  await expect(page).not.toHaveURL(/join/);
  await context.close();
});

inEveryLook((look) => {
  test("the pages of an invitation are accessible and fit the screen", async ({ page, closed, email, mailbox }) => {
    await page.goto(closed.page("join"));
    await expectGoodLooks(page, `hosted/join-invalid-${look}`);
    await invite(closed, email);
    const { link } = await mailbox.next();
    await page.goto(link);
    await expectGoodLooks(page, `hosted/join-${look}`);
    await page.goto(`${link}&ui_locales=ar`);
    await expectGoodLooks(page, `hosted/join-ar-${look}`);
    await page.getByRole("textbox").nth(1).fill("Ada");
    await page.locator("#password").fill("short");
    await page.locator('[data-part="submit"]').click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expectGoodLooks(page, `hosted/join-refused-ar-${look}`);
  });
});
