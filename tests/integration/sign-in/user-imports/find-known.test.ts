import { expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ImportedUser } from "@/lib/sign-in/user-imports/imported-user";
import { findKnown } from "@/lib/sign-in/user-imports/run/find-known";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext } from "@/tests/support/sign-in";
import { ndjson, takeFile } from "@/tests/support/user-imports";

const USERS = 3_000;

const userAt = (index: number) => ({
  ...{ email: `user${index}@example.com`, externalId: `old|${index}` },
  accounts: [{ providerId: "github", providerAccountId: String(index) }],
});

/** Returns the number of users that this connection has read. */
async function rowsRead(tx: Context): Promise<number> {
  const [row] = await tx.db.$queryRaw<{ read: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = 'end_user'`;
  return row?.read ?? 0;
}

it("A part looks up its own users, however many the project has by then", async () => {
  const ctx = await makeUserContext();
  const { operator } = await ownersOf(ctx);
  const projectId = ctx.project.id;
  await takeFile(operator, projectId, ndjson(Array.from({ length: USERS }, (_, index) => userAt(index))));
  const part = Array.from({ length: 20 }, (_, index) => ImportedUser.parse(userAt(USERS - 10 + index)));
  const { known, read } = await withTransaction(operator, async (tx) => {
    const before = await rowsRead(tx);
    return { known: await findKnown(tx, projectId, part), read: (await rowsRead(tx)) - before };
  });
  expect([known.byEmail.size, known.byExternalId.size, known.accounts.size]).toEqual([10, 10, 10]);
  expect(read).toBe(20);
});
