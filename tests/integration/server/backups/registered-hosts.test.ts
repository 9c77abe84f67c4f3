import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hostBackupFolder, readBackupProofs } from "@/lib/core/backup-status";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { writeListedHosts } from "@/lib/server/backups/hosts/host-files";
import { parseLsn } from "@/lib/server/backups/lsn";
import { listManifests } from "@/lib/server/backups/manifest";
import { readReach } from "@/lib/server/backups/reach";
import { BackedUp, NumberWriter, nextMillisecond, readNumbers } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";
import { KeptRegisteredHost } from "@/tests/support/registered-host";

const world = new BackedUp();
const kept = new KeptRegisteredHost(world);

beforeAll(async () => {
  await world.start();
  await kept.start();
  await kept.allowReplication();
  await kept.openEngine();
  await kept.run("CREATE TABLE note (n int PRIMARY KEY, text text)", "INSERT INTO note VALUES (1, 'first')");
  await kept.engine.ship();
  await kept.backUp();
});
afterAll(async () => {
  await kept.remove();
  await world.remove();
});

const notesIn = async (url: string) =>
  (await queryOne(url, "SELECT string_agg(text, ',' ORDER BY n) AS notes FROM note"))?.notes;

test("writes are in the place after one round, and the host lets go of no more than was sent", async () => {
  await kept.run("INSERT INTO note VALUES (2, 'sent')");
  const written = await queryOne(kept.urlOf("postgres"), "SELECT pg_current_wal_flush_lsn()::text AS lsn");
  await kept.engine.ship();
  const reach = await readReach(await kept.repository());
  const sent = reach?.clusters["host-1"] ?? 0n;
  expect(sent).toBeGreaterThanOrEqual(parseLsn(String(written?.lsn)));
  const slot = await queryOne(kept.urlOf("postgres"), "SELECT restart_lsn::text AS lsn FROM pg_replication_slots");
  expect(parseLsn(String(slot?.lsn))).toBeLessThanOrEqual(sent);
});

test("a restored host has everything that was committed before a second, and nothing later", async () => {
  await kept.run("INSERT INTO note VALUES (10, 'before')");
  const target = await nextMillisecond();
  await nextMillisecond();
  await kept.run("INSERT INTO note VALUES (11, 'after')");
  await kept.engine.ship();
  const restored = await kept.restore(target);
  const notes = await notesIn(kept.urlOf("postgres", restored));
  expect(notes).toContain("before");
  expect(notes).not.toContain("after");
});

test("a base backup that is made under writes recovers to a state between two of them", async () => {
  const writer = new NumberWriter([kept.urlOf("postgres")]);
  await writer.start();
  await writer.reach(100);
  await kept.backUp();
  await writer.reach(300);
  const target = await nextMillisecond();
  await writer.stop();
  await kept.engine.ship();
  const restored = await kept.restore(target);
  const { highest, isWhole } = await readNumbers(kept.urlOf("postgres", restored));
  expect(isWhole).toBe(true);
  expect(highest).toBeGreaterThanOrEqual(300);
});

test("a base backup waits for the copies of databases by file that have begun", async () => {
  const url = kept.urlOf("postgres");
  const copying = new Client({ connectionString: url });
  await copying.connect();
  await copying.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [FILE_COPY_LOCK]);
  let isMade = false;
  const made = kept.backUp().then(() => {
    isMade = true;
  });
  const waiting = "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  await vi.waitFor(async () => expect(await queryOne(url, waiting)).toEqual({ count: 1 }), { timeout: 60_000 });
  expect(isMade).toBe(false);
  await copying.end();
  await made;
  expect(isMade).toBe(true);
});

test("a process that was killed before it sent anything loses nothing", async () => {
  const lines: string[] = [];
  await kept.run("INSERT INTO note VALUES (20, 'unsent')");
  await kept.openEngine((line) => lines.push(line));
  await kept.run("INSERT INTO note VALUES (21, 'since')");
  await kept.engine.ship();
  await kept.engine.look();
  expect(lines).toEqual([]);
  const notes = await notesIn(kept.urlOf("postgres", await kept.restore(null)));
  expect(notes).toContain("unsent");
  expect(notes).toContain("since");
});

test("a proof recovers the host beside the embedded databases, and reads all of it", async () => {
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await world.shipAll();
  await kept.engine.ship();
  await kept.engine.say(null);
  await writeListedHosts(world.folder.path, [{ id: kept.host.id, name: "pg-1", obstacle: null }]);
  expect(await world.prove()).toMatchObject({ outcome: "proven", reason: null });
  const folder = hostBackupFolder(world.folder.path, kept.host.id);
  const { proof } = await readBackupProofs(folder, openPlace(kept.settings.place).name);
  expect(proof).toMatchObject({ outcome: "proven", reason: null });
  expect(proof?.checked.pages).toBeGreaterThan(1_000);
  expect(proof?.checked.relations).toBeGreaterThan(100);
});

test("write-ahead log that the host gave up is a gap, which a new base backup ends", async () => {
  const lines: string[] = [];
  await kept.openEngine((line) => lines.push(line));
  await kept.engine.ship();
  const before = await nextMillisecond();
  await kept.run("SELECT pg_drop_replication_slot('coppice_backups')", "INSERT INTO note VALUES (30, 'lost')");
  for (let segment = 0; segment < 3; segment += 1) await kept.run("SELECT pg_switch_wal()", "CHECKPOINT", FILL);
  await kept.engine.ship();
  expect(kept.engine.needsBackup).toBe(true);
  expect(lines.join()).toContain("A new base backup begins");
  await kept.backUp();
  await kept.engine.ship();
  const [gap] = kept.engine.status.restoreGaps;
  expect(gap?.until.getTime()).toBeGreaterThan(before.getTime());
  expect(await notesIn(kept.urlOf("postgres", await kept.restore(null)))).toContain("lost");
});

/** A transaction, so that each segment has some. */
const FILL = "INSERT INTO note SELECT coalesce(max(n), 0) + 100, 'filler' FROM note";

test("a host that goes on in a new timeline gets a base backup, and both timelines can be restored", async () => {
  const lines: string[] = [];
  await kept.openEngine((line) => lines.push(line));
  await kept.engine.ship();
  const before = await nextMillisecond();
  await nextMillisecond();
  await kept.run(FILL);
  await kept.engine.ship();
  await kept.stop();
  const signal = join(kept.cluster.dataDirectory, "recovery.signal");
  const { uid, gid } = statSync(kept.cluster.dataDirectory);
  writeFileSync(signal, "");
  chownSync(signal, uid, gid);
  await kept.start({ restore_command: "false" });
  await kept.run("INSERT INTO note VALUES (40, 'taken over')");
  await kept.engine.ship();
  expect(kept.engine.needsBackup).toBe(true);
  await expect(kept.restore(await nextMillisecond())).rejects.toThrow(/Choose a time before|is missing/);
  const { clusters } = await kept.backUp();
  expect(clusters["host-1"]?.timeline).toBe(2);
  await kept.engine.ship();
  expect(await notesIn(kept.urlOf("postgres", await kept.restore(null)))).toContain("taken over");
  expect(await notesIn(kept.urlOf("postgres", await kept.restore(before)))).not.toContain("taken over");
  expect((await listManifests(await kept.repository())).length).toBeGreaterThan(1);
});

test("settings that are for the host's own machine don't hold while its files are recovered, and are in the restored folder", async () => {
  const file = join(kept.cluster.dataDirectory, "postgresql.auto.conf");
  const before = readFileSync(file, "utf8");
  const own = "shared_preload_libraries = 'not_on_this_machine'\n";
  writeFileSync(file, own);
  await kept.backUp();
  writeFileSync(file, before);
  await kept.engine.ship();
  expect(readFileSync(join(await kept.restoreFiles(null), "postgresql.auto.conf"), "utf8")).toBe(own);
});
