import { afterAll, expect, it } from "vitest";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { createShellConnection, SHELL_MINUTES } from "@/lib/hosting/shell-connections/create";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { FixedClock } from "@/tests/support/context";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

afterAll(() => service.close());

/** Returns the owners of the tables a test made, by name. */
async function ownersIn(databaseId: string): Promise<Record<string, string>> {
  return asSuperuser(service.cluster, databaseId, async (client) => {
    const { rows } = await client.query<{ name: string; owner: string }>(
      "SELECT relname AS name, relowner::regrole::text AS owner FROM pg_class WHERE relname ~ '^kept'",
    );
    return Object.fromEntries(rows.map(({ name, owner: by }) => [name, by]));
  });
}

async function dropExpired(): Promise<void> {
  const clock = new FixedClock(new Date(Date.now() + SHELL_MINUTES * 60_000));
  await dropDueShellConnections({ ...(await service.worker()), clock });
}

it("a shell goes on after a restore in place, and leaves nothing in the kept copy", async () => {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const { connectionString: shell } = await createShellConnection(owner, { databaseId });
  await asCustomer(shell, async (session) => {
    await session.query("SET ROLE NONE");
    await session.query("CREATE TABLE public.kept_before (n int)");
  });
  const point = await createRestorePoint(owner, { databaseId, name: "with a shell" });
  await asCustomer(shell, (session) => session.query("CREATE TABLE kept_after (n int)"));
  await restoreInPlace(owner, { databaseId, restorePointId: point.id });
  expect(Object.keys(await ownersIn(databaseId))).toEqual(["kept_before"]);
  expect(await refusalOf(shell, "CREATE TABLE kept_again (n int)")).toBeNull();

  await dropExpired();
  expect(await service.db.shellRole.count({ where: { databaseId } })).toBe(0);
  expect(await refusalOf(shell)).toBe("28000");
  expect(await ownersIn(databaseId)).toEqual({ kept_before: databaseId, kept_again: databaseId });
  expect(await violations()).toEqual([]);
});

it("a branch of a restore point that holds a shell's objects belongs to its own role alone", async () => {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const { connectionString: shell } = await createShellConnection(owner, { databaseId });
  await asCustomer(shell, async (session) => {
    await session.query("SET ROLE NONE");
    await session.query("CREATE TABLE public.kept (n int)");
  });
  const point = await createRestorePoint(owner, { databaseId, name: "with a table of the shell" });
  const name = `branch-${databaseId.slice(-12)}`;
  const { branch } = await createBranchFrom(owner, { databaseId, restorePointId: point.id, name });
  expect(await ownersIn(branch.id)).toEqual({ kept: branch.id });
  await dropExpired();
  expect(await service.db.shellRole.count({ where: { databaseId } })).toBe(0);
  expect(await violations()).toEqual([]);
});
