import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { answerWith, startWebhookReceiver, type WebhookReceiver } from "../../support/webhook-receiver";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const deliveries = (page: Page) => main(page).getByRole("table", { name: "Deliveries" }).getByRole("row");

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.close());

/** A project by the command line, and the page of its webhooks. */
async function makeProject(): Promise<{ id: string; home: string }> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  return { id, home: `${HOME}/projects/${id}/webhooks` };
}

async function makeWebhook(): Promise<{ id: string; webhookId: string; home: string; address: string }> {
  const { id, home } = await makeProject();
  const { id: webhookId } = await coppice("project", "webhooks", "create", id, receiver.url);
  return { id, webhookId, home, address: `${home}/${webhookId}` };
}

test("a webhook is created, and its messages can be verified with the secret that was shown once", async ({ page }) => {
  const { id, home } = await makeProject();
  await page.goto(home);
  await main(page).getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Create webhook" });
  await dialog.getByLabel("Address").fill("https://10.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The address isn't on the public internet.");
  await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/isn't on the public internet/);
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByLabel("Description").fill("Keeps the newsletter in step");
  await dialog.getByRole("radio", { name: "Chosen events" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose at least one event.");
  await dialog.getByRole("checkbox", { name: "user.created" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  const secret = (await dialog.getByRole("region", { name: "Signing secret" }).textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await expect(dialog.getByRole("region", { name: "Environment" })).toHaveText(`WEBHOOK_SECRET=${secret}`);
  await expect(dialog.getByRole("region", { name: "Server" })).toContainText('.post("/hooks"');
  await dialog.getByRole("button", { name: "Done" }).click();

  await main(page).getByRole("link", { name: receiver.url }).click();
  await expect(main(page).getByText("user.created")).toBeVisible();
  await coppice("user", "create", "ada@example.com", "--project", id);
  await expect(deliveries(page).filter({ hasText: "user.created" })).toContainText("delivered", { timeout: 30_000 });
  const [sent] = receiver.received;
  const event = new Webhook(secret).verify(sent?.body ?? "", sent?.headers as Record<string, string>);
  expect(event).toMatchObject({ type: "user.created", data: { email: "ada@example.com" } });
});

test("a failed delivery is found, read and sent again", async ({ page }) => {
  const { address } = await makeWebhook();
  receiver.answer = answerWith(410);
  await page.goto(address);
  await main(page).getByRole("button", { name: "Send test event" }).click();
  const banner = main(page).getByRole("region", { name: "This webhook is disabled" });
  await expect(banner).toContainText("It answered 410 Gone");
  receiver.answer = answerWith(200);
  await banner.getByRole("button", { name: "Enable webhook" }).click();
  await expect(banner).toBeHidden();

  await main(page).getByRole("link", { name: "Delivered" }).click();
  await expect(main(page).getByText("No matching deliveries")).toBeVisible();
  await main(page).getByRole("link", { name: "Delivered" }).click();
  await main(page).getByRole("link", { name: "Failed" }).click();
  await main(page).getByRole("link", { name: "webhook.test" }).click();
  const sheet = page.getByRole("dialog", { name: "webhook.test" });
  await expect(sheet.getByRole("region", { name: "Request" })).toContainText("Coppice-Webhooks/1");
  await expect(sheet.getByRole("tree", { name: "Value as a tree" })).toContainText("webhook.test");
  await expect(sheet.getByRole("region", { name: "Answer", exact: true })).toContainText("HTTP 410");
  await sheet.getByRole("button", { name: "Resend" }).click();
  await expect(sheet.getByRole("region", { name: "Answers" })).toContainText("HTTP 200");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(2);
});

test("a webhook is edited, gets a new secret, is disabled, and is deleted", async ({ page }) => {
  const { home, address, webhookId } = await makeWebhook();
  const { home: another } = await makeProject();
  expect((await page.request.get(`${another}/${webhookId}`)).status()).toBe(404);
  await page.goto(address);
  const choose = async (action: string) => {
    await main(page)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Edit");
  const edit = page.getByRole("dialog", { name: "Edit webhook" });
  await edit.getByLabel("Description").fill("Newsletter");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(main(page).getByText("Newsletter")).toBeVisible();

  await choose("Rotate secret");
  const rotate = page.getByRole("dialog", { name: "Rotate secret" });
  await rotate.getByRole("button", { name: "Rotate secret" }).click();
  await expect(rotate.getByText("The old secret signs too until")).toBeVisible();
  const secret = (await rotate.getByRole("region", { name: "Signing secret" }).textContent()) ?? "";
  await rotate.getByRole("button", { name: "Done" }).click();
  await expect(main(page).getByText("Signs too until")).toBeVisible();
  await main(page).getByRole("button", { name: "Send test event" }).click();
  await expect(deliveries(page).filter({ hasText: "webhook.test" })).toContainText("delivered");
  const [sent] = receiver.received;
  new Webhook(secret).verify(sent?.body ?? "", sent?.headers as Record<string, string>);
  expect(sent?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);

  await choose("Disable");
  await expect(main(page).getByRole("region", { name: "This webhook is disabled" })).toContainText(
    "A member disabled it.",
  );
  await choose("Delete");
  await page.getByRole("dialog", { name: "Delete webhook" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(home);
  await expect(main(page).getByText("No webhooks yet")).toBeVisible();
});

test("a viewer reads deliveries, and changes nothing", async ({ page }) => {
  const { id, webhookId, address } = await makeWebhook();
  await coppice("project", "webhooks", "test", id, webhookId);
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const options = ["--role", "viewer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, address);
  await main(page).getByRole("link", { name: "webhook.test" }).click();
  await expect(page.getByRole("dialog").getByRole("region", { name: "Request" })).toBeVisible();
  for (const name of ["Resend", "Send test event", "Enable webhook", /^Actions for/]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
});

inEveryLook((look) => {
  test("webhooks are accessible and fit the screen", async ({ page }) => {
    const { home, address, id, webhookId } = await makeWebhook();
    const { home: empty } = await makeProject();
    receiver.answer = answerWith(500);
    await coppice("project", "webhooks", "test", id, webhookId);
    for (const [name, place] of Object.entries({ empty, list: home, one: address })) {
      await page.goto(place);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `webhooks-${name}-${look}`);
    }
    await expect(deliveries(page).filter({ hasText: "HTTP 500" })).toBeVisible();
    await main(page).getByRole("link", { name: "webhook.test" }).click();
    await expect(page.getByRole("dialog").getByRole("region", { name: /^Answers?$/ })).toContainText("HTTP 500");
    await expectGoodLooks(page, `webhooks-delivery-${look}`);
    await page.goto(home);
    await main(page).getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Chosen events" }).check();
    await expectGoodLooks(page, `webhooks-create-${look}`);
  });
});
