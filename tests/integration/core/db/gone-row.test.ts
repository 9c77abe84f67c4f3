import { afterAll, expect, it } from "vitest";
import { connectionStringOf } from "@/lib/hosting/credentials/connection-string";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, owner } = await openOwnedService();

afterAll(() => service.close());

const GONE = "db_00000000000000000000";

it("RF-15: a database that was deleted between two reads of a request is not found", async () => {
  await expect(connectionStringOf(owner, GONE)).rejects.toMatchObject({ code: "database_not_found" });
  const inTransaction = service.db.$transaction((tx) =>
    tx.database.update({ where: { id: GONE }, data: { name: "later" } }),
  );
  await expect(inTransaction).rejects.toMatchObject({ code: "database_not_found" });
});

it("a missing row of a kind that no request names stays a fault of the service", async () => {
  const missing = service.db.host.findUniqueOrThrow({ where: { id: "none" } });
  await expect(missing).rejects.toMatchObject({ code: "P2025" });
});
