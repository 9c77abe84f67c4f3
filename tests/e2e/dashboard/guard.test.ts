import { Client } from "pg";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";

const SINCE = "2026-05-04T11:00:00Z";
const EVENTS = [
  ["lock-table", "ended_session", { locks: 30_120 }, "2026-05-04T09:12:00Z"],
  ["database-size", "warned", { bytes: 18_500_000_000, limitBytes: 21_474_836_480 }, "2026-05-04T10:40:00Z"],
  ["database-size", "made_read_only", { bytes: 21_600_000_000, limitBytes: 21_474_836_480 }, SINCE],
] as const;

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Does `work` while the job that takes over the guards' entries waits, and so leaves the rows of this test as they are.
 */
async function withoutExchange(work: (control: Client) => Promise<void>): Promise<void> {
  const instance = await findEmbeddedPostgres(process.env.COPPICE_DATA_DIR ?? "");
  if (!instance) throw new Error("the service of the tests has no database");
  await withClient(instance.provisionerUrl, async (host) => {
    const { rows } = await host.query("SELECT to_regclass('host_guard.database_limit') IS NOT NULL AS guarded");
    await host.query("BEGIN");
    if (rows[0].guarded) await host.query("LOCK TABLE host_guard.database_limit IN SHARE MODE");
    await withClient(instance.controlUrl, work);
  });
}

async function restrict(control: Client, databaseId: string, state: string | null, until: string | null = null) {
  await control.query(
    `UPDATE database SET restriction = $2, restriction_rule = 'database-size', restricted_at = $3, restricted_until = $4
     WHERE id = $1`,
    [databaseId, state, SINCE, until],
  );
}

async function storeEvents(control: Client, databaseId: string): Promise<void> {
  for (const [index, [rule, act, measured, at]] of EVENTS.entries()) {
    // Numbers that no guard has reached, so that two tests at the same time have none in common.
    await control.query(
      `INSERT INTO host_event (id, host_id, guard_id, database_id, rule, act, measured, at)
       SELECT $1, host_id, -abs(hashtextextended($1, 0)), id, $3, $4, $5, $6 FROM database WHERE id = $2`,
      [`hev_${databaseId.slice(3, 22)}${index}`, databaseId, rule, act, measured, at],
    );
  }
}

inEveryLook((look) => {
  test("a restricted database tells its restriction, the reason and the incident", async ({ page }) => {
    test.slow();
    const { id } = await createDatabase("guard");
    const main = page.getByRole("main");
    await page.goto(`${HOME}/databases/${id}/events`);
    await expect(main.getByRole("heading", { name: "No events" })).toBeVisible();
    await expectGoodLooks(page, `pages/dashboard-events-none-${look}`);
    await withoutExchange(async (control) => {
      await storeEvents(control, id);
      await restrict(control, id, "read_only");
      await page.goto(`${HOME}/databases/${id}`);
      const banner = main.getByRole("region", { name: "This database is read-only" });
      await expect(banner).toContainText("over its size limit of 200 GB");
      await expect(banner).toContainText("4 May 2026, 11:00");
      await expectGoodLooks(page, `pages/dashboard-read-only-${look}`);

      await banner.getByRole("link", { name: "See the incident" }).click();
      const items = main.getByRole("group", { name: "Events" }).getByRole("listitem");
      await expect(items).toHaveCount(3);
      await expect(items.first()).toContainText("The database was made read-only");
      await expect(items.last()).toContainText("One session held 30,120 locks.");
      await items.last().locator("summary").click();
      await expect(items.last()).toContainText("Change fewer tables per transaction");
      await expectGoodLooks(page, `pages/dashboard-events-${look}`);

      await restrict(control, id, "closed", "2026-05-04T11:05:00Z");
      await page.goto(`${HOME}/databases/${id}/restore-points`);
      await expect(main.getByRole("region", { name: "This database is closed" })).toContainText(
        "It reopens at 4 May 2026, 11:05",
      );
      await expectGoodLooks(page, `pages/dashboard-closed-${look}`);
      await restrict(control, id, null);
    });
  });
});
