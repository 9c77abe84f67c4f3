import type { CDPSession, Page } from "@playwright/test";
import { ageSessions } from "./control-plane";
import {
  emailField,
  expect,
  heading,
  PASSWORD,
  passwordField,
  press,
  region,
  signIn,
  signOut,
  signUp,
  test,
} from "./hosted-test";
import { Mailbox } from "./mailbox";

async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { session, authenticatorId };
}

test("a passkey is added for the service's own host, and signs in by the form or its button", async ({
  page,
  app,
  email,
}) => {
  const { session, authenticatorId } = await addAuthenticator(page);
  await signUp(page, app, email);
  await press(page, "Add a passkey");
  await expect(region(page, "Passkeys").getByRole("listitem")).toHaveCount(1);
  const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
  await signOut(page, app);
  // Offered in the email field as soon as the page is there; the authenticator agrees by itself.
  await page.goto(app.page("sign-in", { redirect_to: `${app.origin}/by-passkey` }));
  await expect(page).toHaveURL(`${app.origin}/by-passkey`);
});

test("the button asks for a passkey, and says when there is none", async ({ page, app }) => {
  await addAuthenticator(page);
  await page.goto(app.page("sign-in"));
  await press(page, "Sign in with a passkey");
  await expect(page.getByText("This was cancelled.")).toBeFocused();
});

test("the library for passkeys is loaded where they are used, and a page without it tells the failure", async ({
  page,
  app,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const library = /\/hosted\/browser-\w+\.js$/;
  await page.route(library, (route) => route.fulfill({ status: 404 }));
  await page.goto(app.page("forgot-password"));
  await expect(heading(page, "Reset your password")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((path) => library.test(path))).toEqual([]);
  await page.goto(app.page("sign-in"));
  await press(page, "Sign in with a passkey");
  await expect(page.getByText("We can't reach the sign-in service.")).toBeFocused();
  expect(loaded.filter((path) => library.test(path))).not.toEqual([]);
});

test("other sessions are listed and ended", async ({ page, app, email, otherBrowser }) => {
  await signUp(page, app, email);
  const other = await otherBrowser.newPage();
  await other.goto(app.page("sign-in"));
  await signIn(other, email);
  await expect(heading(other, "Account")).toBeVisible();
  await page.reload();
  const sessions = region(page, "Where you're signed in");
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: /^Sign out: / }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.reload();
  await expect(heading(other, "Sign in")).toBeVisible();
});

test("the name is changed", async ({ page, app, email }) => {
  await signUp(page, app, email);
  await region(page, "Profile").getByLabel("Name").fill("Ada King");
  await region(page, "Profile").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(region(page, "Profile").getByLabel("Name")).toHaveValue("Ada King");
});

test("a changed password ends the other sessions, and alone signs in", async ({ page, app, email, otherBrowser }) => {
  await signUp(page, app, email);
  const other = await otherBrowser.newPage();
  await other.goto(app.page("sign-in"));
  await signIn(other, email);
  await expect(heading(other, "Account")).toBeVisible();
  const section = region(page, "Password");
  await section.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await section.getByRole("textbox", { name: "New password" }).fill("another horse, another battery");
  await section.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await other.reload();
  await expect(heading(other, "Sign in")).toBeVisible();
  await signIn(other, email, "another horse, another battery");
  await expect(heading(other, "Account")).toBeVisible();
});

test("a new address is confirmed from both mailboxes", async ({ page, app, email, mailbox }) => {
  const newEmail = `new-${email}`;
  await signUp(page, app, email);
  const verification = await mailbox.next();
  await page.goto(verification.link);
  await press(page, "Confirm");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(region(page, "Email address").getByText("Confirmed", { exact: true })).toBeVisible();
  await region(page, "Email address").getByLabel("New email address").fill(newEmail);
  await region(page, "Email address").getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("Check your email to confirm the change.")).toBeVisible();
  await page.goto((await mailbox.next()).link);
  await press(page, "Confirm");
  await expect(page.getByText("We've sent an email to your new address")).toBeVisible();
  await page.goto((await new Mailbox(newEmail).next()).link);
  await press(page, "Confirm");
  await expect(page.getByText("Your email address has been changed.")).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(region(page, "Email address").getByText(newEmail)).toBeVisible();
});

test("an address is confirmed, and then changed, by the codes of the mails", async ({ page, app, email, mailbox }) => {
  const newEmail = `new-${email}`;
  const section = region(page, "Email address");
  const confirm = async (code: string) => {
    await section.getByLabel("6-digit code").fill(code);
    await section.getByRole("button", { name: "Confirm", exact: true }).click();
  };
  await signUp(page, app, email);
  expect((await mailbox.next()).code).toBe("");
  await section.getByRole("button", { name: "Send confirmation email" }).click();
  await confirm((await mailbox.next()).code);
  await expect(section.getByText("Confirmed", { exact: true })).toBeVisible();

  await section.getByLabel("New email address").fill(newEmail);
  await section.getByRole("button", { name: "Change" }).click();
  await expect(section.getByText(`When a code arrives at ${newEmail}`)).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto((await mailbox.next()).link);
  await press(tab, "Confirm");
  await confirm((await new Mailbox(newEmail).next()).code);
  await expect(section.getByText("Your email address has been changed.")).toBeVisible();
  await expect(section.getByText(newEmail)).toBeVisible();
});

test("a user who signs in by a mailed code sets a password, and a second factor without one", async ({
  page,
  app,
  email,
  mailbox,
}) => {
  await page.goto(app.page("sign-in"));
  await emailField(page).fill(email);
  await press(page, "Email me a link and a code");
  await page.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await press(page, "Sign in with the code");

  const factor = region(page, "Two-step verification");
  await factor.getByRole("button", { name: "Set up" }).click();
  await expect(factor.getByText("Have your authenticator app ready.")).toBeVisible();
  await factor.getByRole("button", { name: "Set up" }).click();
  await expect(factor.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();

  const section = region(page, "Password");
  await expect(section.getByRole("textbox", { name: "Current password" })).toHaveCount(0);
  await ageSessions(email);
  await section.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
  await section.getByRole("button", { name: "Set a password" }).click();
  await press(page, "Email me a code");
  await section.getByLabel("6-digit code").fill((await mailbox.next()).code);
  await section.getByRole("button", { name: "Continue" }).click();
  await expect(section.getByText("Your password has been set.")).toBeVisible();
  await expect(section.getByRole("textbox", { name: "Current password" })).toBeVisible();
  expect((await mailbox.next()).subject).toContain("A password was set for your account");
  await signOut(page, app);
  await page.goto(app.page("sign-in"));
  await signIn(page, email);
  await expect(heading(page, "Account")).toBeVisible();
});

test("a deleted account signs nobody in", async ({ page, app, email }) => {
  await signUp(page, app, email);
  await press(page, "Delete account");
  await passwordField(page).fill(PASSWORD);
  await press(page, "Delete permanently");
  await expect(heading(page, "Your account has been deleted")).toBeVisible();
  await page.goto(app.page("sign-in"));
  await signIn(page, email);
  await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
});

test("two tabs keep in step, and nothing of the user comes back with the back button", async ({
  page,
  app,
  email,
  context,
}) => {
  await signUp(page, app, email);
  const tab = await context.newPage();
  await tab.goto(app.page("account"));
  await expect(region(tab, "Email address").getByText(email)).toBeVisible();
  await press(page, "Sign out");
  await expect(heading(page, "You are signed out")).toBeVisible();
  await expect(heading(tab, "You are signed out")).toBeVisible();

  // Away from the tab's history and back: a kept page must not be shown.
  await page.goto(app.page("signed-out"));
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.goto(app.page("account"));
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goBack();
  await expect(page.getByText(email)).toHaveCount(0);
});

test("a sign-out that the service refuses to the script is posted by the form", async ({ page, app, email }) => {
  const refusal = { code: "SERVICE_UNAVAILABLE", message: "Try again in a moment." };
  await page.route("**/v1/auth-tenant/sign-out", (route) => route.fulfill({ status: 503, json: refusal }));
  await signUp(page, app, email);
  await signOut(page, app);
  await page.goto(app.page("account"));
  await expect(heading(page, "Sign in")).toBeVisible();
});

test("SE-12: after one user's sign-out another one signs in, and sees nothing of the first", async ({
  page,
  app,
  email,
}) => {
  await signUp(page, app, email);
  await signOut(page, app);
  await signUp(page, app, `second-${email}`);
  await expect(region(page, "Email address").getByText(`second-${email}`)).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(emailField(page)).toHaveCount(0);
});
