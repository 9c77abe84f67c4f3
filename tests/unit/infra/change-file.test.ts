import { truncateSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { KNOWN_MS } from "@/lib/core/db/change-mark";
import { ChangeFile } from "@/lib/infra/change-file";

const folder = await mkdtemp(join(tmpdir(), "changes-"));
afterAll(() => rm(folder, { recursive: true }));

it("every process reads the mark that another one renewed", () => {
  const path = join(folder, "shared");
  const [writer, reader] = [new ChangeFile(path), new ChangeFile(path)];
  expect(reader.read(), "nobody has written yet").toBeNull();
  const marks = Array.from({ length: 100 }, () => {
    void writer.renew();
    return reader.read();
  });
  expect(new Set(marks).size).toBe(100);
  expect(marks).not.toContain(null);
  expect(new ChangeFile(path).read(), "opening it changes nothing").toBe(marks.at(-1));
});

it("a file that can't be read has no mark", () => {
  const path = join(folder, "emptied");
  const file = new ChangeFile(path);
  void file.renew();
  truncateSync(path, 3);
  expect(file.read()).toBeNull();
});

it("a writer that can't renew the mark goes on once no process knows a row any more", async () => {
  const full = new ChangeFile("/dev/full");
  const order: string[] = [];
  const known = delay(KNOWN_MS - 1).then(() => order.push("a row is known no longer"));
  await Promise.resolve(full.renew()).then(() => order.push("the writer goes on"));
  await known;
  expect(order).toEqual(["a row is known no longer", "the writer goes on"]);
});

it("a closed one leaves alone the file that has its number now", async () => {
  const closed = new ChangeFile(join(folder, "closed"));
  closed.close();
  closed.close();
  const other = new ChangeFile(join(folder, "other"));
  await closed.renew();
  expect(other.read()).toBeNull();
  void other.renew();
  expect(closed.read()).toBeNull();
});
