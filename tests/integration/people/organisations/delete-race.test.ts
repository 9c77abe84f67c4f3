import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { type HostingService, openHostingService } from "@/tests/support/databases";

const ROUNDS = 10;

let service: HostingService;

beforeAll(async () => {
  service = await openHostingService();
});

afterAll(() => service.close());

describe("an organisation that is deleted while a database is made in it", () => {
  it("TI-10: is gone without a database, or stays with it", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: organisationId, name, member } = await service.organisation();
      const ctx = await service.context(member.owner);
      const made = createDatabase(ctx, { name: "orders" });
      const deleted = deleteOrganisation(ctx, { organisationId, confirmation: name });
      const [creation, deletion] = await Promise.allSettled([made, deleted]);
      const isThere = (await service.db.organisation.count({ where: { id: organisationId } })) === 1;
      const databases = await service.db.database.count({ where: { organisationId } });
      expect([isThere, databases]).toEqual(deletion.status === "fulfilled" ? [false, 0] : [true, 1]);
      expect(creation.status).toBe(deletion.status === "fulfilled" ? "rejected" : "fulfilled");
    }
  });
});
