import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { S3Place } from "@/lib/infra/backup-place/s3-place";
import { ensureRepository } from "@/lib/server/backups/repository";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";
import { startS3Server } from "@/tests/support/s3-server";

let store: Awaited<ReturnType<typeof startS3Server>>;
let world: BackedUp;

beforeAll(async () => {
  store = await startS3Server();
  const { bucket, ...access } = store.settings;
  world = new BackedUp({ bucket, prefix: "coppice/first", access });
  await world.start();
});
afterAll(async () => {
  await world.remove();
  await store.close();
});

test("a bucket brings everything back, and an outage of it loses nothing", async () => {
  await queryOne(world.clusters.controlUrl, "CREATE TABLE kept AS SELECT 1 AS n");
  await queryOne(world.clusters.controlUrl, "CREATE TABLE object_store_owner AS SELECT 'mark' AS mark");
  world.putObject("obj_first", "kept");
  const engine = await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await world.stopShipping();

  const outage = await store.stop();
  await queryOne(world.clusters.controlUrl, "INSERT INTO kept VALUES (2)");
  await expect(engine.ship()).rejects.toThrow(/^The store of s3:\/\/objects\/coppice\/first doesn't answer right now/);
  await outage.start();
  await engine.ship();

  const repository = await world.repository();
  for (const part of ["1", "2"]) await repository.putText(`base/expired/${part}`, "files");
  await repository.removeAll("base/expired/");
  expect(await repository.list("base/expired/")).toEqual([]);

  const restored = await world.restore(null);
  const { controlUrl } = await restored.start();
  expect(await queryOne(controlUrl, "SELECT array_agg(n ORDER BY n) AS n FROM kept")).toEqual({ n: [1, 2] });
  // The bucket of objects stays that of the installation that was backed up.
  expect(await queryOne(controlUrl, "SELECT count(*)::int AS n FROM object_store_owner")).toEqual({ n: 0 });
  expect(readFileSync(join(restored.path, "objects", "kept", "st", "obj_first"), "utf8")).toBe("kept");
});

test("a bucket that isn't there and keys that aren't its own are told by name", async () => {
  const { bucket, ...access } = store.settings;
  const missing = new S3Place({ bucket: "elsewhere", prefix: "", access });
  await expect(ensureRepository(missing, PASSPHRASE)).rejects.toMatchObject({
    name: "OperatorError",
    message: "The bucket of s3://elsewhere doesn't exist. Create it.",
  });
  const stranger = new S3Place({ bucket, prefix: "", access: { ...access, accessKeyId: "another" } });
  await expect(ensureRepository(stranger, PASSPHRASE)).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(/^The bucket refuses access to s3:\/\/objects \(\w+\)\. Its keys need to/),
  });
});

test("a store that takes requests and never answers is given up as one that doesn't answer", async () => {
  const { bucket, ...access } = store.settings;
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const place = new S3Place({ bucket, prefix: "", access: { ...access, endpoint } }, { silenceMilliseconds: 50 });
  const refused = {
    name: "OperatorError",
    message: expect.stringMatching(/^The store of \S+ doesn't answer right now/),
  };
  await expect(place.list("")).rejects.toMatchObject(refused);
  await expect(place.read("manifest")).rejects.toMatchObject(refused);
  await expect(place.put("manifest", Readable.from([Buffer.from("text")]))).rejects.toMatchObject(refused);
});
