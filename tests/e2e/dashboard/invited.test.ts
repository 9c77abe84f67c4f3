import { randomUUID } from "node:crypto";
import { Mailbox } from "../hosted/mailbox";
import { keepPicture } from "../looks";
import { expect, HOME, signIn, test } from "../page-test";

test("DA-M10: an invited person creates their account by the mailed link, with their address, and joins", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `guest-${randomUUID()}@invited.example`;
  const mailbox = new Mailbox(email);
  await signIn(page, undefined, `${HOME}/members`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Invite members" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite members" });
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();

  const context = await browser.newContext({ baseURL });
  const invited = await context.newPage();
  await invited.goto((await mailbox.next()).link);
  await expect(invited.getByRole("heading", { level: 1 })).toContainText("You're invited");
  await expect(invited.getByLabel("Email address")).toHaveValue(email);
  await keepPicture(invited, "pages/invited");
  await invited.getByLabel("Name", { exact: true }).fill("Gus Guest");
  await invited.getByLabel("Password", { exact: true }).fill("four words of a guest");
  await invited.getByRole("button", { name: "Create account" }).click();
  await expect(invited).toHaveURL("/dashboard/invitations");
  await invited.getByRole("button", { name: "Join" }).click();
  await expect(invited).toHaveURL(HOME);
  await context.close();
});
