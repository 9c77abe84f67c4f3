import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBackupStatus } from "@/lib/core/backup-status";
import { expectGoodLooks } from "../looks";
import { query } from "../made-database";
import { startOwnService } from "../own-service";
import { test as base, expect, signIn } from "../page-test";
import type { Make } from "../worker-test";

/** The time that the first base backup may take, and a proof with the restore after it. */
const PATIENCE = { timeout: 240_000 };

const backedUpService: Make<NodeJS.ProcessEnv> = async (worker) => {
  const folder = mkdtempSync(join(tmpdir(), "restore-to-time-"));
  worker.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const passphraseFile = join(folder, "passphrase");
  writeFileSync(passphraseFile, "a passphrase of the tests\n", { mode: 0o600 });
  return startOwnService(worker, {
    ...{ COPPICE_BACKUPS: join(folder, "place"), COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile },
    COPPICE_BACKUPS_SECONDS: "1",
  });
};

const test = base.extend<{ service: NodeJS.ProcessEnv }>({
  service: [async ({ once }, use) => use(await once(backedUpService)), { timeout: 300_000 }],
  baseURL: async ({ service }, use) => use(service.COPPICE_URL),
});

async function askApi(service: NodeJS.ProcessEnv, path: string, body?: object) {
  const response = await fetch(`${service.COPPICE_URL}/api/v1/databases${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${service.COPPICE_MANAGEMENT_KEY}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

test("a row that was deleted is in a new database as of the moment before", async ({ page, service }) => {
  test.slow();
  const backups = () => readBackupStatus(service.COPPICE_DATA_DIR ?? "");
  const { id } = await askApi(service, "", { name: "orders" });
  await expect.poll(async () => (await askApi(service, `/${id}`)).status).toBe("ready");
  await expect.poll(async () => (await backups())?.restorableFrom ?? null, PATIENCE).not.toBeNull();
  const orders = await askApi(service, `/${id}/connection-string`);
  await query(orders, "CREATE TABLE item (name text); INSERT INTO item VALUES ('kept')");
  const [row] = await query(orders, "SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000) AS at");
  const at = new Date(Number(row?.at));
  await query(orders, "DELETE FROM item");
  await expect.poll(async () => (await backups())?.restorableTo?.getTime() ?? 0).toBeGreaterThan(at.getTime());

  const { COPPICE_OWNER_EMAIL: email = "", COPPICE_OWNER_PASSWORD: password = "" } = service;
  const address = `/dashboard/${service.COPPICE_ORG_ID}/databases/${id}/restore-points/time`;
  await signIn(page, { email, password }, address);
  const main = page.getByRole("main");
  await expect(main.getByText(/^Any second from .* to /)).toBeVisible();
  // As the history leads here from a statement.
  await page.goto(`${address}?at=${at.toISOString()}`);
  const dialog = page.getByRole("dialog", { name: "Restore to a time" });
  await dialog.getByLabel("Name").fill("orders-before");
  await expectGoodLooks(page, "pages/dashboard-restore-to-time-form", { within: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Restore to a time" }).click();
  await expect(dialog).toHaveCount(0);
  const restored = main
    .getByRole("list", { name: "Restores" })
    .getByRole("listitem")
    .filter({ hasText: "orders-before" });
  await expect(restored).toContainText("Restored", PATIENCE);
  await expectGoodLooks(page, "pages/dashboard-restore-to-time-restored");

  await restored.getByRole("link", { name: "orders-before" }).click();
  await expect(main.getByRole("heading", { level: 1, name: "orders-before" })).toBeVisible();
  const restoredId = /\/databases\/(db_[0-9a-z]+)/.exec(page.url())?.[1];
  const before = await askApi(service, `/${restoredId}/connection-string`);
  expect(await query(before, "SELECT name FROM item")).toEqual([{ name: "kept" }]);
  expect(await query(orders, "SELECT name FROM item")).toEqual([]);
});
