import { afterAll, beforeAll, expect, test } from "vitest";
import { createId } from "@/lib/core/ids";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { noCrashPoint } from "@/lib/infra/system";
import { sourceOf } from "@/lib/server/backups/base-backup";
import { writeManifest } from "@/lib/server/backups/manifest";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { ObjectShipper } from "@/lib/server/backups/ship-objects";
import { takeBackup } from "@/lib/server/backups/take-backup";
import { BackedUp } from "@/tests/support/backups";
import { random } from "@/tests/support/context";
import { queryOne } from "@/tests/support/data-folder";
import { pausing } from "@/tests/support/paused-backup";

const world = new BackedUp();
const [source, branch] = [createId("database", random), createId("database", random)];
const DIGEST = "SELECT count(*)::int AS count, sum(hashtext(note))::text AS digest FROM entry";
let host: PostgresHost;
const urlOf = (database: string) => world.clusters.host.provisionerUrl.replace(/postgres$/, database);

beforeAll(async () => {
  await world.start();
  const { provisionerUrl } = world.clusters.host;
  host = new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined });
  await queryOne(provisionerUrl, `CREATE DATABASE "${source}"`);
  // Large enough to be copied file by file.
  await queryOne(
    urlOf(source),
    "CREATE TABLE entry AS SELECT n, repeat('before ', 100) || n AS note FROM generate_series(1, 110000) n",
  );
  await world.openEngine();
});
afterAll(async () => {
  await host.close();
  await world.remove();
});

test("a branch that is made amid a base backup, of a database that is changed before its end, recovers as it was born", async () => {
  const repository = await world.repository();
  const { clusters } = await findBackedUpClusters(world.folder.path);
  let born: unknown;
  const branchAndChange = async () => {
    await host.withLock([source, branch], async (session) => {
      await session.cloneDatabase(source, branch);
      await session.openDatabase(branch);
    });
    born = await queryOne(urlOf(branch), DIGEST);
    await queryOne(urlOf(source), "UPDATE entry SET note = 'after ' || note WHERE n % 3 = 0");
    await queryOne(urlOf(source), "DELETE FROM entry WHERE n % 5 = 0");
    // The files that the backup reads have the changes.
    await clusters
      .find(({ name }) => name === "host-1")
      ?.asSuperuser("postgres", async (client) => void (await client.query("CHECKPOINT")));
  };
  world.keepShipping();
  const manifest = await takeBackup({
    ...{
      repository: pausing(repository, "host-1", branchAndChange),
      sources: clusters.map(sourceOf),
      isElsewhere: false,
    },
    objects: new ObjectShipper(world.folder.path, repository, null),
    pace: null,
    ...{ patienceMilliseconds: 30_000, onProgress: () => undefined, crashPoint: noCrashPoint },
  });
  await writeManifest(repository, manifest);
  const changed = await queryOne(urlOf(source), DIGEST);
  await world.shipAll();
  const restored = await (await world.restore(null)).start();
  const inRestored = (database: string) =>
    queryOne(restored.host.provisionerUrl.replace(/postgres$/, database), DIGEST);
  expect(await inRestored(source)).toEqual(changed);
  expect(await inRestored(branch)).toEqual(born);
});
