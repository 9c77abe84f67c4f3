import type { Page } from "@playwright/test";
import { expireMailedProofs } from "./control-plane";
import type { App } from "./hosted-test";
import {
  emailField,
  expect,
  follow,
  heading,
  PASSWORD,
  passwordField,
  press,
  serveApp,
  signOut,
  signUp,
  test,
} from "./hosted-test";

const MAIL = "Email me a link and a code";

async function askForMail(page: Page, app: App, email: string, query: Record<string, string> = {}): Promise<void> {
  await page.goto(app.page("sign-in", query));
  await emailField(page).fill(email);
  await press(page, MAIL);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
}

const numberOn = async (page: Page) => (await page.locator('[data-part="number-value"]').textContent()) ?? "";

test("a mailed link signs in where it was asked for, and the tab that waits follows", async ({
  page,
  app,
  email,
  mailbox,
  context,
}) => {
  const redirect_to = `${app.origin}/cart`;
  await askForMail(page, app, email, { redirect_to });
  const { link } = await mailbox.next();
  const tab = await context.newPage();
  await tab.goto(link);
  await press(tab, "Sign in");
  await expect(tab).toHaveURL(redirect_to);
  await expect(page).toHaveURL(redirect_to);
});

test("if the project has links off, a code alone is mailed and signs in", async ({ page, email, mailbox }) => {
  const codes = await serveApp(["methods.magicLink=false"]);
  await page.goto(codes.page("sign-in"));
  await emailField(page).fill(email);
  await press(page, "Email me a code");
  await expect(page.getByText(`If ${email} can sign in here, we've sent it a code.`)).toBeVisible();
  await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await press(page, "Sign in with the code");
  await expect(heading(page, "Account")).toBeVisible();
  codes.close();
});

test("ML-03: another browser signs in with the number that is shown where the link was asked for", async ({
  page,
  app,
  email,
  mailbox,
  otherBrowser,
}) => {
  await askForMail(page, app, email);
  const number = await numberOn(page);
  const { link } = await mailbox.next();
  const other = await otherBrowser.newPage();
  await other.goto(link);
  await expect(other.getByText("You requested this link in a different browser")).toBeVisible();
  await other.getByLabel("Number").fill(number === "1000" ? "1001" : "1000");
  await press(other, "Sign in");
  await expect(other.getByRole("alert")).toHaveText("The number is incorrect.");
  await other.getByLabel("Number").fill(number);
  await press(other, "Sign in");
  await expect(heading(other, "Account")).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("ML-01: a link that a scanner opens stays good, and sets no cookie", async ({
  page,
  app,
  email,
  mailbox,
  playwright,
}) => {
  await askForMail(page, app, email);
  const { link } = await mailbox.next();
  const scanner = await playwright.request.newContext();
  for (const method of ["GET", "HEAD", "GET"]) {
    const answer = await scanner.fetch(link, { method });
    expect([answer.status(), answer.headers()["set-cookie"]]).toEqual([200, undefined]);
  }
  await scanner.dispose();
  await page.goto(link);
  await press(page, "Sign in");
  await expect(heading(page, "Account")).toBeVisible();
});

test("a link works once", async ({ page, app, email, mailbox }) => {
  await askForMail(page, app, email);
  const { link } = await mailbox.next();
  await page.goto(link);
  await press(page, "Sign in");
  await expect(heading(page, "Account")).toBeVisible();
  await signOut(page, app);
  await page.goto(link);
  await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
  await follow(page, "Request a new link");
  await expect(heading(page, "Sign in")).toBeVisible();
});

test("a link that was used or is too old leads to a new one, still on the way back to the app", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  const redirect_to = `${app.origin}/cart`;
  await askForMail(page, app, email, { redirect_to });
  const { link } = await mailbox.next();
  await expireMailedProofs(email);
  await page.goto(link);
  await follow(page, "Request a new link");
  await emailField(page).fill(email);
  await press(page, MAIL);
  await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await press(page, "Sign in with the code");
  await expect(page).toHaveURL(redirect_to);
});

test("an address that is none is marked, and asks for no mail", async ({ page, app }) => {
  await page.goto(app.page("sign-in"));
  for (const wrong of ["", "ada", "ada@"]) {
    await emailField(page).fill(wrong);
    await press(page, MAIL);
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(emailField(page)).toHaveAccessibleDescription("Enter a valid email address.");
  }
});

test("ML-04: a link and a code that are too old say so", async ({ page, app, email, mailbox }) => {
  await askForMail(page, app, email);
  const { link, code } = await mailbox.next();
  await expireMailedProofs(email);
  await page.getByLabel("6-digit code").fill(code);
  await press(page, "Sign in with the code");
  await expect(page.getByText("The code has expired. Request a new one.")).toBeFocused();
  await page.goto(link);
  await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
});

test("a code signs in, written with a space, after a wrong one and a second mail", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  await askForMail(page, app, email);
  const first = await mailbox.next();
  await page.getByLabel("6-digit code").fill(first.code === "000000" ? "000001" : "000000");
  await press(page, "Sign in with the code");
  await expect(page.getByText("The code is incorrect.")).toBeFocused();
  await press(page, "Resend email");
  await expect(page.getByText("We've sent it again.")).toBeVisible();
  const { code } = await mailbox.next();
  await page.getByLabel("6-digit code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, "Sign in with the code");
  await expect(heading(page, "Account")).toBeVisible();
});

test("ML-08: the access that a stranger set up for an address is gone once its owner proves it", async ({
  page,
  app,
  email,
  mailbox,
  otherBrowser,
}) => {
  const stranger = await otherBrowser.newPage();
  await signUp(stranger, app, email);
  await mailbox.next();
  await askForMail(page, app, email);
  await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await press(page, "Sign in with the code");
  // SI-H1: the page lists the methods that went with it.
  await expect(heading(page, "Earlier ways to sign in were removed")).toBeVisible();
  await expect(page.getByRole("listitem").getByText("Password", { exact: true })).toBeVisible();
  await press(page, "Continue");
  await expect(heading(page, "Account")).toBeVisible();
  await stranger.reload();
  await expect(heading(stranger, "Sign in")).toBeVisible();
  await emailField(stranger).fill(email);
  await passwordField(stranger).fill(PASSWORD);
  await press(stranger, "Sign in");
  await expect(stranger.getByText("The email address or password is incorrect.")).toBeFocused();
});

test("ML-10: a page that a mailed link's page links to isn't told the link", async ({ page, app, email, mailbox }) => {
  const terms = `${app.origin}/terms`;
  await askForMail(page, app, email, { redirect_to: `${app.origin}/cart` });
  const { link } = await mailbox.next();

  await page.goto(link);
  await page.evaluate(
    (href) => document.body.append(Object.assign(document.createElement("a"), { href, text: "Terms" })),
    terms,
  );
  const asked = page.waitForRequest(terms);
  await page.getByRole("link", { name: "Terms" }).click();
  expect(await (await asked).headerValue("referer")).toBeNull();
  await expect(page).toHaveURL(terms);
  expect(await page.evaluate(() => document.referrer)).toBe("");

  await page.goto(link);
  const back = page.waitForRequest(`${app.origin}/cart`);
  await press(page, "Sign in");
  expect(await (await back).headerValue("referer")).toBeNull();
  await expect(page).toHaveURL(`${app.origin}/cart`);
  expect(await page.evaluate(() => document.referrer)).toBe("");
});
