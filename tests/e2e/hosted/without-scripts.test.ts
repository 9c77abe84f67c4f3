import type { Page } from "@playwright/test";
import { generate } from "otplib";
import { coppice } from "../command-line";
import {
  type App,
  emailField,
  expect,
  follow,
  heading,
  PASSWORD,
  passwordField,
  press,
  serveApp,
  signIn,
  signUp,
  test,
} from "./hosted-test";
import { Mailbox } from "./mailbox";

test.use({ javaScriptEnabled: false });

test("a user signs up, is refused with a wrong password, signs in and out", async ({ page, app, email }) => {
  const redirect_to = `${app.origin}/welcome`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await follow(page, "Sign up");
  await page.getByLabel("Name").fill("Ada");
  await emailField(page).fill(email);
  await passwordField(page).fill("password123");
  await press(page, "Sign up");
  await expect(
    page.getByText("This password is too common or has appeared in a data breach. Choose another."),
  ).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await page.getByLabel("Name").fill("Ada");
  await passwordField(page).fill(PASSWORD);
  await press(page, "Sign up");
  await expect(page).toHaveURL(redirect_to);

  await page.goto(app.page("account"));
  await expect(page.getByText("Turn on JavaScript to manage your account.")).toBeVisible();
  await press(page, "Sign out");
  await expect(heading(page, "You are signed out")).toBeVisible();
  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email, "wrong");
  await expect(page.getByText("The email address or password is incorrect.")).toBeVisible();
  await expect(passwordField(page)).toHaveAccessibleDescription("The email address or password is incorrect.");
  await passwordField(page).fill(PASSWORD);
  await press(page, "Sign in");
  await expect(page).toHaveURL(redirect_to);
});

test("an address that has an account is refused in words", async ({ page, app, email }) => {
  for (const answer of ["in", "refused"]) {
    await page.context().clearCookies();
    await page.goto(app.page("sign-up"));
    await page.getByLabel("Name").fill("Ada");
    await emailField(page).fill(email);
    await passwordField(page).fill(PASSWORD);
    await press(page, "Sign up");
    if (answer === "in") await expect(page).toHaveURL(app.page("account"));
    else await expect(page.getByText("An account with this email address already exists.")).toBeVisible();
  }
});

test("a mailed code signs in, after a wrong one", async ({ page, app, email, mailbox }) => {
  const redirect_to = `${app.origin}/by-code`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await emailField(page).fill(email);
  await press(page, "Email me a link and a code");
  await expect(heading(page, "Check your email")).toBeVisible();
  const number = await page.locator('[data-part="number-value"]').textContent();
  const { code } = await mailbox.next();
  await page.getByLabel("6-digit code").fill(code === "000000" ? "000001" : "000000");
  await press(page, "Sign in with the code");
  await expect(page.getByText("The code is incorrect.")).toBeVisible();
  await expect(page.locator('[data-part="number-value"]')).toHaveText(number ?? "none");
  await page.getByLabel("6-digit code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, "Sign in with the code");
  await expect(page).toHaveURL(redirect_to);
});

test("a mailed link signs in at the press of its button, here and in another browser, and leads to the app", async ({
  page,
  app,
  email,
  mailbox,
  browser,
}) => {
  const redirect_to = `${app.origin}/by-link`;
  const askForMail = async () => {
    await page.goto(app.page("sign-in", { redirect_to }));
    await emailField(page).fill(email);
    await press(page, "Email me a link and a code");
    return { number: await page.locator('[data-part="number-value"]').textContent(), ...(await mailbox.next()) };
  };
  const elsewhere = await askForMail();
  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await other.goto(elsewhere.link);
  // The first press names the missing values.
  await other.getByLabel("Number").fill("1");
  await press(other, "Sign in");
  await expect(other.getByRole("alert")).toHaveText("The number is incorrect.");
  await other.getByLabel("Number").fill(elsewhere.number ?? "");
  await press(other, "Sign in");
  await expect(other).toHaveURL(redirect_to);
  await other.context().close();

  const here = await askForMail();
  await page.goto(here.link);
  await press(page, "Sign in");
  await expect(page).toHaveURL(redirect_to);
});

test("a second factor is asked for: the app's code, or a backup code", async ({ page, app, email, browser }) => {
  // Setting one up needs scripts; a user who has one may be without them later.
  const { secret, codes } = await enrolWithScripts(await browser.newPage({ javaScriptEnabled: true }), app, email);
  const redirect_to = `${app.origin}/second`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email);
  await expect(heading(page, "Two-step verification")).toBeVisible();
  await page.getByLabel("6-digit code").fill("000000");
  await press(page, "Continue");
  await expect(page.getByText("The code is incorrect.")).toBeVisible();
  const epoch = Math.floor(Date.now() / 1_000) + 30;
  await page.getByLabel("6-digit code").fill(await generate({ secret, epoch }));
  await press(page, "Continue");
  await expect(page).toHaveURL(redirect_to);

  await page.context().clearCookies();
  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email);
  await follow(page, "Use a backup code");
  await page.getByLabel("Backup code").fill("AAAA-AAAA");
  await press(page, "Continue");
  await expect(page.getByText("The backup code is incorrect or has already been used.")).toBeVisible();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await press(page, "Continue");
  await expect(page).toHaveURL(redirect_to);
});

async function enrolWithScripts(page: Page, app: App, email: string) {
  await signUp(page, app, email);
  await press(page, "Set up");
  await passwordField(page).fill(PASSWORD);
  await page.keyboard.press("Enter");
  const secret = ((await page.locator('[data-part="secret"]').textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("6-digit code").fill(await generate({ secret }));
  await press(page, "Turn on");
  await expect(page.getByRole("region", { name: "Backup codes" }).getByRole("listitem")).toHaveCount(10);
  const codes = await page.getByRole("region", { name: "Backup codes" }).getByRole("listitem").allTextContents();
  await page.context().close();
  return { secret, codes };
}

test("a forgotten password is replaced, on the way back to the app", async ({ page, app, email, mailbox }) => {
  const redirect_to = `${app.origin}/after-reset`;
  await page.goto(app.page("sign-up"));
  await page.getByLabel("Name").fill("Ada");
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await press(page, "Sign up");
  await mailbox.next();
  await page.context().clearCookies();

  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email, "forgotten");
  await follow(page, "Forgot your password?");
  await expect(emailField(page)).toHaveValue(email);
  expect(page.url()).not.toContain(encodeURIComponent(email));
  await press(page, "Send reset link");
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  const { link, code } = await mailbox.next();
  await page.getByLabel("6-digit code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("textbox", { name: "New password" }).fill("another horse, another battery");
  await press(page, "Set new password");
  await expect(page.getByText("The code is incorrect.")).toBeVisible();
  await expect(page.getByLabel("6-digit code")).toBeVisible();
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("password123");
  await press(page, "Set new password");
  await expect(
    page.getByText("This password is too common or has appeared in a data breach. Choose another."),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("another horse, another battery");
  await press(page, "Set new password");
  await expect(page.getByRole("status")).toHaveText("Your password has been changed. Sign in with your new password.");
  await signIn(page, email, "another horse, another battery");
  await expect(page).toHaveURL(redirect_to);

  await page.context().clearCookies();
  await coppice("user", "require-reset", email, "--project", app.project.id);
  await page.goto(app.page("sign-in"));
  await signIn(page, email, "another horse, another battery");
  await expect(page.getByText("You need to choose a new password before you can sign in.")).toBeVisible();
});

test("a proof of the mailbox is asked for first where the project wants it, and given by a button or a code", async ({
  page,
  email,
  mailbox,
  allowedOrigins,
}) => {
  const app = await serveApp(["requireVerifiedEmail=true"]);
  allowedOrigins.push(app.origin);
  const redirect_to = `${app.origin}/proven`;
  const submitSignUp = async (address: string) => {
    await page.goto(app.page("sign-up", { redirect_to }));
    await page.getByLabel("Name").fill("Ada");
    await emailField(page).fill(address);
    await passwordField(page).fill(PASSWORD);
    await press(page, "Sign up");
    await expect(page.getByText(`We've sent a code to ${address}.`)).toBeVisible();
  };
  const other = `other-${email}`;
  await submitSignUp(other);
  const { code } = await new Mailbox(other).next();
  await page.getByLabel("6-digit code").fill(code === "000000" ? "000001" : "000000");
  await press(page, "Confirm");
  await expect(page.getByText("The code is incorrect.")).toBeVisible();
  await page.getByLabel("6-digit code").fill(code);
  await press(page, "Confirm");
  await follow(page, "Continue");
  await expect(page).toHaveURL(redirect_to);
  await page.context().clearCookies();

  await submitSignUp(email);
  await mailbox.next();
  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email);
  await expect(page.getByText(`We've sent a code to ${email}.`)).toBeVisible();
  await page.goto((await mailbox.next()).link);
  await press(page, "Confirm");
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await follow(page, "Continue");
  await expect(page).toHaveURL(redirect_to);
  app.close();
});
