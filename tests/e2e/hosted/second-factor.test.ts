import type { Page } from "@playwright/test";
import { generate } from "otplib";
import {
  type App,
  emailField,
  expect,
  heading,
  PASSWORD,
  passwordField,
  press,
  signIn,
  signOut,
  signUp,
  test,
} from "./hosted-test";

interface Authenticator {
  secret: string;
  backupCodes: string[];
}

/** Sets up an authenticator app on the account page. */
async function setUp(page: Page): Promise<Authenticator> {
  const section = page.getByRole("region", { name: "Two-step verification" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await page.locator('[data-part="secret"]').textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("6-digit code").fill(await generate({ secret }));
  await press(page, "Turn on");
  const list = page.getByRole("region", { name: "Backup codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const backupCodes = await list.allTextContents();
  await press(page, "I've saved these codes");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  return { secret, backupCodes };
}

/** Of the step after the last used one, since a step is never accepted twice. */
const nextCode = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });

async function enrol(page: Page, app: App, email: string): Promise<Authenticator> {
  await signUp(page, app, email);
  const authenticator = await setUp(page);
  await signOut(page, app);
  return authenticator;
}

test("a second factor is set up, asked for, and leads back to the app", async ({ page, app, email }) => {
  await signUp(page, app, email);
  const { secret } = await setUp(page);
  const sessions = page.getByRole("region", { name: "Where you're signed in" });
  await expect(sessions.getByRole("listitem").getByText("This browser")).toHaveCount(1);
  await signOut(page, app);
  await page.goto(app.page("sign-in", { redirect_to: `${app.origin}/in` }));
  await signIn(page, email);
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  await page.getByLabel("6-digit code").fill("000 000");
  await press(page, "Continue");
  await expect(page.getByText("The code is incorrect.")).toBeFocused();
  await page.getByLabel("6-digit code").fill(await nextCode(secret));
  await press(page, "Continue");
  await expect(page).toHaveURL(`${app.origin}/in`);
});

test("a backup code takes its place, once", async ({ page, app, email }) => {
  const { backupCodes } = await enrol(page, app, email);
  for (const [attempt, answer] of [
    [0, "in"],
    [1, "used up"],
  ] as const) {
    await page.goto(app.page("sign-in"));
    await signIn(page, email);
    await press(page, "Use a backup code");
    await page.getByLabel("Backup code").fill(backupCodes[0] ?? "");
    await press(page, "Continue");
    if (answer === "in") {
      await expect(heading(page, "Account")).toBeVisible();
      await signOut(page, app);
    } else await expect(page.getByText("The backup code is incorrect or has already been used.")).toBeFocused();
    expect(attempt).toBeLessThan(2);
  }
});

test("a browser that is to be trusted is not asked again, another one is", async ({
  page,
  app,
  email,
  otherBrowser,
}) => {
  const { secret } = await enrol(page, app, email);
  await page.goto(app.page("sign-in"));
  await signIn(page, email);
  await page.getByLabel("6-digit code").fill(await nextCode(secret));
  await page.getByLabel("Don't ask again in this browser").check();
  await press(page, "Continue");
  await expect(heading(page, "Account")).toBeVisible();
  await expect(page.getByRole("region", { name: "Trusted browsers" }).getByRole("listitem")).toHaveCount(1);
  await signOut(page, app);
  await page.goto(app.page("sign-in"));
  await signIn(page, email);
  await expect(heading(page, "Account")).toBeVisible();
  const other = await otherBrowser.newPage();
  await other.goto(app.page("sign-in"));
  await signIn(other, email);
  await expect(other.getByLabel("6-digit code")).toBeFocused();
});

test("on a page of its own it goes on the same way, and without a sign-in it leads to one", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  const { secret } = await enrol(page, app, email);
  await page.goto((await mailbox.next()).link);
  await press(page, "Confirm");
  await passwordField(page).fill(PASSWORD);
  await press(page, "Confirm");
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  // Nobody has begun a sign-in here.
  await page.goto(app.page("two-factor"));
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await press(page, "Email me a link and a code");
  await mailbox.next();
  const { link } = await mailbox.next();
  await page.goto(link);
  await press(page, "Sign in");
  await expect(page).toHaveURL(/\/two-factor/);
  await page.getByLabel("6-digit code").fill(await nextCode(secret));
  await press(page, "Continue");
  await expect(heading(page, "Account")).toBeVisible();
});

test("it is turned off with the password", async ({ page, app, email }) => {
  await signUp(page, app, email);
  await setUp(page);
  await press(page, "Turn off");
  await passwordField(page).fill(PASSWORD);
  await press(page, "Turn off");
  await expect(page.getByText("Add a second step: a code")).toBeVisible();
});

test("SI-H1: a new password lists the methods that the first proof of the address removed, and then leads to the sign-in", async ({
  page,
  app,
  email,
  mailbox,
  otherBrowser,
}) => {
  const stranger = await otherBrowser.newPage();
  await enrol(stranger, app, email);
  // Of the sign-up, and of two-step verification.
  for (const _earlier of [1, 2]) await mailbox.next();
  await page.goto(app.page("forgot-password"));
  await emailField(page).fill(email);
  await press(page, "Send reset link");
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  await page.goto((await mailbox.next()).link);
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("another horse, another battery");
  await press(page, "Set new password");
  await expect(heading(page, "Earlier ways to sign in were removed")).toBeFocused();
  await expect(page.getByRole("listitem").getByText("Two-step verification", { exact: true })).toBeVisible();
  await press(page, "Continue");
  await expect(page.getByRole("status")).toHaveText("Your password has been changed. Sign in with your new password.");
  await signIn(page, email, "another horse, another battery");
  await expect(heading(page, "Account")).toBeVisible();
});
