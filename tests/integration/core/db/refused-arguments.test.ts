import { inspect } from "node:util";
import { expect, it } from "vitest";
import type { Database } from "@/lib/core/db/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { makeContext } from "@/tests/support/context";

const SECRET = "mk_coppice_do-not-print-me";

/** The arguments of a call of the wrong shape, such as one that was never checked. */
const wrong = {
  "a missing argument": { data: { id: SECRET, name: SECRET } },
  "an unknown argument": { data: { id: SECRET, secretHash: SECRET, [SECRET.slice(0, 5)]: SECRET } },
  "a value of another type": { data: { id: { not: SECRET } } },
} as const;

const create = (db: Database, given: object) => db.managementKey.create(given as never);

it.each(Object.entries(wrong))("LG-02: %s is refused without a word of the arguments", async (_, given) => {
  const ctx = await makeContext();
  const refusals = [
    await create(ctx.db, given).catch((error: unknown) => error),
    await withTransaction(ctx, (tx) => create(tx.db, given)).catch((error: unknown) => error),
  ];
  for (const error of refusals) {
    expect(error).toMatchObject({
      name: "PrismaClientValidationError",
      message: expect.stringMatching(/^Prisma refused the arguments of ManagementKey\.create\./),
    });
    // Next prints errors of pages as `inspect` does.
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("do-not-print-me");
    expect((error as Error).stack).toMatch(/\n {4}at /);
  }
});

it("a transaction in a transaction is one, and fails as one", async () => {
  const ctx = await makeContext();
  const id = "sq_in-a-transaction";
  const write = (tx: typeof ctx) =>
    tx.db.auditEvent.create({
      data: { id, organisationId: "x", actorKind: "x", actorId: "x", action: "x", targetId: "x", requestId: "x" },
    });
  const fails = withTransaction(ctx, async (tx) => {
    await withTransaction(tx, write);
    throw new Error("after all");
  });
  await expect(fails).rejects.toThrow("after all");
  expect(await ctx.db.auditEvent.count({ where: { id } })).toBe(0);
});
