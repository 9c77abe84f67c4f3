import { expect, test } from "vitest";
import { findsDiskFull } from "@/lib/server/embedded-postgres/full-disk-log";

const line = (rest: string) => `2026-11-22 10:00:00.000 UTC [123] ${rest}\n`;
const FULL = 'could not extend file "base/5/1": No space left on device';

test.each([
  ["a session that ends the server", line(`db_1@db_1 PANIC:  ${FULL}`)],
  ["the checkpointer", line(`ERROR:  ${FULL}`)],
  ["a start", line(`FATAL:  ${FULL}`)],
  ["the control plane", line(`coppice@coppice ERROR:  ${FULL}`)],
  ["a deletion", `${line("LOG:  checkpoint starting")}${line(`provisioner@postgres ERROR:  ${FULL}`)}`],
])("RF-19: the disk is full when %s finds no room", (_who, lines) => {
  expect(findsDiskFull(lines)).toBe(true);
});

test.each([
  ["no room for a statement of a customer's", line(`db_1@db_1 ERROR:  ${FULL}`)],
  ["a message a customer wrote", line(`db_1@db_1 ERROR:  coppice@coppice PANIC:  ${FULL}`)],
  ["a line a customer wrote", `${line("db_1@db_1 ERROR:  x")}\t${line(`PANIC:  ${FULL}`)}`],
  ["another failure", line("PANIC:  could not locate a valid checkpoint record")],
])("RF-19: %s does not give up the kept space", (_what, lines) => {
  expect(findsDiskFull(lines)).toBe(false);
});
