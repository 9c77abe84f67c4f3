import { afterAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { createDatabase } from "@/lib/hosting/databases/create";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { beginStatement } from "@/lib/sql/data-changes/record-statement";
import { listRunningWork } from "@/lib/sql/running-work/list";
import { FixedClock, random } from "@/tests/support/context";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId } = await openOwnedDatabase();
afterAll(() => service.close());

const found = async (ctx: Context) =>
  (await listRunningWork(ctx)).items.map(({ kind, databaseName }) => [kind, databaseName]);

it("lists databases being made, restores, and the actor's own long statements, to nobody else", async () => {
  expect(await found(owner)).toEqual([]);
  await createDatabase(owner, { name: "made" });
  const { hostId } = service;
  const subject = { organisationId: organisation.id, databaseId, hostId };
  await beginOperation(owner, { kind: "restore", ...subject, restorePointId: createId("restorePoint", random) });
  await beginOperation(owner, { kind: "rotate", ...subject });
  for (const command of ["SELECT", "COPY"]) {
    await beginStatement(owner, { ...subject, text: `${command} 1`, command, isReadable: false });
  }
  expect(await found(owner)).toEqual(
    expect.arrayContaining([
      ["create", "made"],
      ["restore", "main"],
    ]),
  );
  expect(await found(owner)).toHaveLength(2);
  const at = (milliseconds: number, ctx: Context) => ({
    ...ctx,
    clock: new FixedClock(new Date(Date.now() + milliseconds)),
  });
  expect(await found(at(10_000, owner))).toEqual(
    expect.arrayContaining([
      ["create", "made"],
      ["restore", "main"],
      ["statement", "main"],
      ["import", "main"],
    ]),
  );
  expect(await found(at(2 * 3_600_000, owner))).toHaveLength(2);
  const viewer = await service.context(organisation.member.viewer);
  expect(await found(at(10_000, viewer))).toHaveLength(2);
  const stranger = await service.context((await service.organisation()).member.owner);
  expect(await found(at(10_000, stranger))).toEqual([]);
});
