import { Client } from "pg";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";

async function connect(connectionString: string, application_name: string): Promise<Client> {
  const client = new Client({ connectionString, application_name });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Two apps, of which `report` waits for a lock of `checkout`. */
async function block(connectionString: string) {
  const [holder, waiter] = [await connect(connectionString, "checkout"), await connect(connectionString, "report")];
  await holder.query("create table stock (id int primary key, count int); insert into stock values (1, 1)");
  await holder.query("begin; update stock set count = 2 where id = 1");
  const outcome = waiter.query("update stock set count = 3 where id = 1").then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
  return { outcome, close: () => Promise.all([holder, waiter].map((client) => client.end().catch(() => undefined))) };
}

test("the page shows which session blocks which; ending the session that blocks lets the other through", async ({
  page,
}) => {
  const { id, connectionString } = await createDatabase();
  const { outcome, close } = await block(connectionString);
  await page.goto(`${HOME}/databases/${id}/activity`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  const locks = main.getByRole("region", { name: "Waiting for locks" });
  await expect(locks.getByRole("listitem").first()).toContainText("blocks the sessions below");
  const holder = main.getByRole("row").filter({ hasText: "checkout" });
  await expect(holder).toContainText("Idle in transaction");
  await expect(main.getByRole("row").filter({ hasText: "report" })).toContainText("Waiting");
  await holder.getByRole("button", { name: /^End session \d+$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(page.getByText(/^Session \d+ ended\.$/)).toBeVisible();
  await expect(holder).toHaveCount(0);
  await expect(locks).toHaveCount(0);
  expect(await outcome).toBe("done");
  await main.getByRole("button", { name: "Pause" }).click();
  await expect(main.getByRole("button", { name: "Resume" })).toBeVisible();
  await close();
});

inEveryLook((look) => {
  test("the page of sessions is accessible and fits the screen", async ({ page }) => {
    const { id, connectionString } = await createDatabase();
    const { close } = await block(connectionString);
    await page.goto(`${HOME}/databases/${id}/activity`);
    await expect(page.getByRole("region", { name: "Waiting for locks" })).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Pause" }).click();
    await expectGoodLooks(page, `pages/dashboard-activity-${look}`);
    await close();
  });
});
