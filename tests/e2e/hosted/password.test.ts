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
  signOut,
  signUp,
  test,
} from "./hosted-test";

test("a user signs up, signs out and signs in again, and is led back to the app each time", async ({
  page,
  app,
  email,
}) => {
  const redirect_to = `${app.origin}/welcome`;
  await signUp(page, app, email, { redirect_to });
  await expect(page).toHaveURL(redirect_to);
  await signOut(page, app);
  await page.goto(app.page("sign-in", { redirect_to }));
  await signIn(page, email);
  await expect(page).toHaveURL(redirect_to);
  // A user who is signed in is sent on immediately.
  await page.goto(app.page("sign-in", { redirect_to }));
  await expect(page).toHaveURL(redirect_to);
  await page.goto(app.page("sign-up"));
  await expect(page).toHaveURL(app.page("account"));
});

test("a wrong password and an unknown address get the same answer, with the focus on it", async ({
  page,
  app,
  email,
}) => {
  await signUp(page, app, email);
  await signOut(page, app);
  for (const attempt of [email, `nobody-${email}`]) {
    await page.goto(app.page("sign-in"));
    await signIn(page, attempt, "wrong");
    const error = page.getByText("The email address or password is incorrect.");
    await expect(error).toBeFocused();
    await expect(passwordField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(passwordField(page)).toHaveAccessibleDescription("The email address or password is incorrect.");
    await expect(emailField(page)).toHaveValue(attempt);
  }
  expect((await page.context().cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("an address that has an account, and a password everybody uses, make no account", async ({ page, app, email }) => {
  await signUp(page, app, email);
  await signOut(page, app);
  await page.goto(app.page("sign-up"));
  await page.getByLabel("Name").fill("Mallory");
  await emailField(page).fill(email);
  await passwordField(page).fill("password123");
  await press(page, "Sign up");
  await expect(
    page.getByText("This password is too common or has appeared in a data breach. Choose another."),
  ).toBeFocused();
  await passwordField(page).fill(PASSWORD);
  await press(page, "Sign up");
  await expect(page.getByText("An account with this email address already exists.")).toBeFocused();
});

test("a visitor who tries too often is told how long to wait, for the right password too", async ({
  page,
  app,
  email,
}) => {
  await signUp(page, app, email);
  await signOut(page, app);
  await page.goto(app.page("sign-in"));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await signIn(page, email, `wrong ${attempt}`);
    await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
  }
  await signIn(page, email);
  await expect(page.getByText(/^Too many attempts\. Try again in 1[45] minutes\.$/)).toBeFocused();
});

test("a forgotten password is replaced by a mail, on the way back to the app", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  const redirect_to = `${app.origin}/orders`;
  await signUp(page, app, email);
  await mailbox.next();
  await signOut(page, app);
  await page.goto(app.page("sign-in", { redirect_to }));
  await emailField(page).fill(email);
  await follow(page, "Forgot your password?");
  // The typed address comes along, and stands in no URL.
  await expect(emailField(page)).toHaveValue(email);
  expect(page.url()).not.toContain(encodeURIComponent(email));
  await press(page, "Send reset link");
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
  await page.goto(app.page("forgot-password"));
  await expect(emailField(page)).toHaveValue("");

  const { link } = await mailbox.next();
  await page.goto(link);
  const field = page.getByRole("textbox", { name: "New password", exact: true });
  await field.fill("password123");
  await press(page, "Set new password");
  await expect(
    page.getByText("This password is too common or has appeared in a data breach. Choose another."),
  ).toBeFocused();
  await field.fill("another horse, another battery");
  await press(page, "Set new password");
  await expect(page.getByRole("status")).toHaveText("Your password has been changed. Sign in with your new password.");

  await signIn(page, email);
  await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
  await signIn(page, email, "another horse, another battery");
  await expect(page).toHaveURL(redirect_to);
  await page.goto(link);
  await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
  await follow(page, "Request a new link");
  await expect(heading(page, "Reset your password")).toBeVisible();
});

test("a forgotten password is replaced by the code of the mail, where it was asked for", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  const redirect_to = `${app.origin}/orders`;
  await signUp(page, app, email);
  await mailbox.next();
  await signOut(page, app);
  await page.goto(app.page("forgot-password", { redirect_to }));
  await emailField(page).fill(email);
  await press(page, "Send reset link");
  await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("another horse, another battery");
  await press(page, "Set new password");
  await signIn(page, email, "another horse, another battery");
  await expect(page).toHaveURL(redirect_to);
});

test("an unknown address gets the same words as a known one, and no mail", async ({ page, app, email }) => {
  await page.goto(app.page("forgot-password"));
  await emailField(page).fill(email);
  await press(page, "Send reset link");
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
});

test("a password that must be replaced leads to its mail instead of in", async ({ page, app, email, mailbox }) => {
  await signUp(page, app, email);
  await mailbox.next();
  await signOut(page, app);
  await coppice("user", "require-reset", email, "--project", app.project.id);
  await page.goto(app.page("sign-in"));
  await signIn(page, email);
  await expect(page.getByText("You need to choose a new password before you can sign in.")).toBeVisible();
  const { link } = await mailbox.next();
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("another horse, another battery");
  await press(page, "Set new password");
  await signIn(page, email, "another horse, another battery");
  await expect(heading(page, "Account")).toBeVisible();
});

test.describe("sign-in for proven addresses only", () => {
  let app: App & { close: () => void };
  test.beforeAll(async () => {
    app = await serveApp(["requireVerifiedEmail=true"]);
  });
  test.afterAll(() => app.close());
  test.use({ allowedOrigins: async ({ app: other }, use) => use([app.origin, other.origin]) });

  test("DA-M10: a user proves theirs with the link, in this browser without another word, and is signed in", async ({
    page,
    email,
    mailbox,
  }) => {
    const redirect_to = `${app.origin}/proven`;
    await signUp(page, app, email, { redirect_to });
    await expect(heading(page, "Confirm your email address")).toBeVisible();
    const { link } = await mailbox.next();
    await page.goto(link);
    await press(page, "Confirm");
    await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
    await follow(page, "Continue");
    await expect(page).toHaveURL(redirect_to);
  });

  test("a user proves theirs with the code, which leads on to the app, and with the password in another browser", async ({
    page,
    email,
    mailbox,
    otherBrowser,
  }) => {
    await signUp(page, app, email, { redirect_to: `${app.origin}/` });
    const { link, code } = await mailbox.next();
    const other = await otherBrowser.newPage();
    await other.goto(link);
    await press(other, "Confirm");
    await passwordField(other).fill("wrong");
    await press(other, "Confirm");
    await expect(other.getByRole("alert")).toHaveText("The password is incorrect.");
    await page.getByLabel("6-digit code").fill(code);
    await press(page, "Confirm");
    await expect(page).toHaveURL(`${app.origin}/`);
    await other.goto(link);
    await expect(other.getByText("This link has expired or has already been used.")).toBeVisible();
  });

  test("the right password before that sends the mail again and says so", async ({ page, email, mailbox }) => {
    await signUp(page, app, email, { redirect_to: `${app.origin}/` });
    await mailbox.next();
    await page.goto(app.page("sign-in"));
    await signIn(page, email);
    await expect(page.getByText(`We've sent a code to ${email}.`)).toBeVisible();
    await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
    await press(page, "Confirm");
    await expect(heading(page, "Account")).toBeVisible();
  });
});
