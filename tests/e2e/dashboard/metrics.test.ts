import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Client } from "pg";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");

/** Answers the id of a database that is ready, whose page is open. */
async function openNewDatabase(page: Page): Promise<string> {
  await page.goto(HOME);
  const name = `db-${randomUUID()}`.slice(0, 30);
  await main(page).getByRole("button", { name: "Create database" }).click();
  const dialog = page.getByRole("dialog", { name: "Create database" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Connect" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

const openPanel = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Connect" }).click();

/** The database's first table, before which its page shows the first steps in place of charts. */
async function createTable(page: Page): Promise<void> {
  await openPanel(page);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Reveal connection string" }).click();
  const shown = panel.getByRole("region", { name: "connection string", exact: true });
  await expect(shown).toContainText(/^postgresql:\/\//);
  const client = new Client({ connectionString: (await shown.textContent()) ?? "" });
  await client.connect();
  await client.query("create table books (id int primary key, title text)");
  await client.end();
  await page.reload();
}

async function inControlPlane(work: (client: Client) => Promise<unknown>): Promise<void> {
  const instance = await findEmbeddedPostgres(process.env.COPPICE_DATA_DIR ?? "");
  if (!instance) throw new Error("the service of the tests has no database");
  const client = new Client({ connectionString: instance.controlUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Has the service do now the work of the start of each minute. */
const sampleNow = () =>
  inControlPlane((client) => client.query("select graphile_worker.add_job('sample-databases', '{}')"));

/** A day of figures, with a restart of the counters in the middle, as the job would have left it. */
const storeSamples = (databaseId: string) =>
  inControlPlane((client) =>
    client.query(
      `insert into database_sample
       select $1, date_trunc('minute', now()) - make_interval(mins => ago), 8000000 + (1440 - ago) * 42000,
         round(6 + 4 * sin(ago / 40.0)), case when ago % 97 = 0 then 2 else 0 end,
         n * 900 + round(20000 * sin(ago / 90.0)), 0, n * 12, n * 4000, n * 3000, n * 240, n * 30, n * 4, 0, 0
       from generate_series(0, 1440) as ago, lateral (select case when ago > 700 then 1440 - ago else 701 - ago end) as t(n)
       on conflict do nothing`,
      [databaseId],
    ),
  );

test("a new database shows its first steps, then figures once the first sample is taken, as far back as the address says", async ({
  page,
}) => {
  const databaseId = await openNewDatabase(page);
  const steps = main(page).getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(5);
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  await expect(step("Create the database")).toContainText("(done)");
  await expect(step("Get the connection string")).not.toContainText("(done)");
  await expect(steps.getByRole("link", { name: "Create a table" })).toBeVisible();
  await createTable(page);
  const activity = main(page).getByRole("region", { name: "Metrics" });
  await sampleNow();
  await expect(activity.getByRole("figure", { name: "Size" })).toContainText(/\d\sMB/);
  const chart = activity.getByRole("img", { name: /^Connections in the last hour: now \d/ });
  await expect(chart.or(activity.getByText("These are the first metrics."))).toBeVisible();

  await storeSamples(databaseId);
  await activity.getByRole("link", { name: "24h" }).click();
  await expect(page).toHaveURL(/\?range=24h$/);
  await expect(activity.getByRole("link", { name: "24h" })).toHaveAttribute("aria-current", "true");
  await expect(activity.getByRole("img", { name: /^Transactions in the last 24 hours/ })).toBeVisible();
  // Keys point at a moment in all charts, and each says its value then.
  const slider = activity.getByRole("slider", { name: "Moment in the charts" });
  await slider.focus();
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", /^\d\d:\d\d, Size .*, Connections \d+, /);
  const before = await slider.getAttribute("aria-valuetext");
  await slider.press("ArrowRight");
  await expect(slider).not.toHaveAttribute("aria-valuetext", before ?? "");
  await expect(activity.locator("[data-crosshair]")).toHaveCount(6);
  await slider.blur();
  await expect(activity.locator("[data-crosshair]")).toHaveCount(0);
  await activity.getByText("Show as a table").click();
  const table = activity.getByRole("table", { name: "Metrics of the last 24 hours" });
  expect(await table.getByRole("row").count()).toBeGreaterThan(90);
  // The counters began anew in the middle of it.
  expect(await table.textContent()).not.toMatch(/-\d/);
});

test("a shell connection is shown once, works at once, and counts down", async ({ page }) => {
  await openNewDatabase(page);
  await openPanel(page);
  const shell = page.getByRole("dialog").getByRole("group", { name: "Temporary psql login" });
  await shell.getByRole("button", { name: "Get a temporary psql login" }).click();
  const shown = shell.getByRole("region", { name: "temporary connection string" });
  await expect(shown).toContainText(/^postgresql:\/\/sh_/);
  await expect(shell.getByRole("region", { name: "psql command" })).toContainText(/^PGPASSWORD=\w+ psql "postgresql/);
  await expect(shell.getByRole("timer")).toContainText(/Expires in 1[45]:\d\d/);
  const client = new Client({ connectionString: (await shown.textContent()) ?? "" });
  await client.connect();
  const { rows } = await client.query("select current_user = current_database() as is_the_role");
  await client.end();
  expect(rows).toEqual([{ is_the_role: true }]);
  await page.reload();
  await openPanel(page);
  await expect(shell.getByRole("button", { name: "Get a temporary psql login" })).toBeVisible();
  await expect(shown).toHaveCount(0);
});

inEveryLook((look) => {
  test("the page of a database with figures and a shell is accessible and fits the screen", async ({ page }) => {
    test.slow();
    const databaseId = await openNewDatabase(page);
    await expectGoodLooks(page, `pages/dashboard-database-new-${look}`);
    await createTable(page);
    await storeSamples(databaseId);
    await page.goto(`${new URL(page.url()).pathname}?range=24h`);
    await expect(main(page).locator("path[data-line]")).toHaveCount(6);
    const shares = main(page).getByRole("figure", { name: "Cache hit rate" });
    for (const share of ["0\u00a0%", "50\u00a0%", "100\u00a0%"]) {
      await expect(shares.getByText(share, { exact: true })).toBeVisible();
    }
    await main(page).getByText("Show as a table").click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectGoodLooks(page, `pages/dashboard-database-figures-${look}`);
    await openPanel(page);
    const panel = page.getByRole("dialog");
    await panel.getByRole("button", { name: "Reveal connection string" }).click();
    await expect(panel.getByRole("region", { name: "Password" })).toBeVisible();
    await panel.getByRole("button", { name: "Get a temporary psql login" }).click();
    await expect(panel.getByRole("timer")).toContainText(/Expires in/);
    await expectGoodLooks(page, `pages/dashboard-connect-${look}`, { fullPage: false });
  });
});
