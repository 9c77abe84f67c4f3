import { expect, test } from "vitest";
import { describeObstacle, type HostState } from "@/lib/server/backups/hosts/why-not-kept";

const FIT: HostState = {
  ...{ version: "18.7", isAllowed: true, isInRecovery: false, systemIdentifier: "7" },
  ...{ walLevel: "replica", senders: 10, segmentBytes: "16777216", blockBytes: "8192", keptMegabytes: 16_384 },
  ...{ hasTablespaces: false, hasSuperuser: true, hasSlot: false, freeSlots: 10 },
};

test("a host that is set up for it can be backed up, also if its cluster's number isn't known yet", () => {
  expect(describeObstacle(FIT, "7")).toBeNull();
  expect(describeObstacle(FIT, null)).toBeNull();
  expect(describeObstacle({ ...FIT, hasSlot: true, freeSlots: 0 }, "7")).toBeNull();
});

test.each<[string, Partial<HostState>, string]>([
  ["a provisioner without the right", { isAllowed: false }, "lacks REPLICATION"],
  ["an earlier version", { version: "17.9 (Debian 17.9-1)" }, "runs PostgreSQL 17.9"],
  ["another cluster", { systemIdentifier: "8" }, "Another cluster answers"],
  ["a standby", { isInRecovery: true }, "A standby answers"],
  ["a WAL without the changes of blocks", { walLevel: "minimal" }, "wal_level is minimal"],
  ["no place for a replica", { senders: 0 }, "max_wal_senders is 0"],
  ["a slot that could fill the disk", { keptMegabytes: -1 }, "max_slot_wal_keep_size isn't set"],
  ["no slot that is free", { freeSlots: 0 }, "no replication slot left"],
  ["no superuser of the known name", { hasSuperuser: false }, "no superuser platform_root"],
  ["segments of another size", { segmentBytes: "67108864" }, "another size than 16 MB"],
  ["pages of another size", { blockBytes: "16384" }, "another size than 8 kB"],
  ["a tablespace", { hasTablespaces: true }, "has a tablespace"],
])("%s is an obstacle, which is named", (_, change, message) => {
  expect(describeObstacle({ ...FIT, ...change }, "7")).toContain(message);
});
