import { expect, it } from "vitest";
import type { DatabaseClient } from "@/lib/core/db/client";
import {
  ask,
  createTestOrganisation,
  expectRefusal,
  type LaneOrganisation,
  lane,
  laneContext,
} from "@/tests/support/lanes";

const PATH = "/api/v1/databases";
const ROUNDS = 8;

it.each<
  [string, "unauthorized" | "management_not_enabled", (db: DatabaseClient, of: LaneOrganisation) => Promise<unknown>]
>([
  [
    "a revoked key",
    "unauthorized",
    (db, { organisationId }) =>
      db.managementKey.updateMany({ where: { organisationId }, data: { revokedAt: new Date() } }),
  ],
  [
    "a key of a member who has left",
    "unauthorized",
    (db, { memberIds }) => db.member.delete({ where: { id: memberIds.developer } }),
  ],
  [
    "an organisation without the management API",
    "management_not_enabled",
    (db, { organisationId: id }) => db.organisation.update({ where: { id }, data: { managementApi: false } }),
  ],
])("%s is refused as soon as the process that wrote it goes on", async (_, code, take) => {
  const db = (await laneContext()).db as DatabaseClient;
  for (let round = 0; round < ROUNDS; round += 1) {
    const organisation = await createTestOrganisation();
    const key = await organisation.key();
    for (let i = 0; i < 3; i += 1) expect((await ask(lane, "GET", PATH, { key })).status).toBe(200);
    await take(db, organisation);
    expectRefusal(await ask(lane, "POST", PATH, { key, body: { name: "late" } }), code);
  }
});
