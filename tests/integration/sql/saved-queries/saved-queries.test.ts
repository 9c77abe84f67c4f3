import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createSavedQuery } from "@/lib/sql/saved-queries/create";
import { deleteSavedQuery } from "@/lib/sql/saved-queries/delete";
import { listSavedQueries } from "@/lib/sql/saved-queries/list";
import { MAX_QUERY_LENGTH, SavedQueryName, SavedQueryText } from "@/lib/sql/saved-queries/resource";
import { updateSavedQuery } from "@/lib/sql/saved-queries/update";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const NO_SUCH_QUERY = `sq_${"0".repeat(20)}`;

async function setUp() {
  const organisation = await createOrganisation();
  const clock = new FixedClock();
  const ctx = await makeContext({ actor: organisation.member.developer, clock });
  const { id: hostId } = await insertHost(ctx);
  const { id: databaseId } = await insertDatabase(ctx, { organisationId: organisation.id, hostId });
  return { organisation, clock, ctx, hostId, databaseId };
}

const as = (actor: Actor) => makeContext({ actor });
const input = (databaseId: string, name = "orders of today") => ({ databaseId, name, text: "select 1" });

describe("saved queries", () => {
  it("are kept under a name, listed by name for every member, renamed, changed and deleted, each on record", async () => {
    const { organisation, clock, ctx, databaseId } = await setUp();
    const made = await createSavedQuery(ctx, input(databaseId));
    const at = clock.now().toISOString();
    const createdByEmail = `developer@${organisation.id}.example`;
    const text = "select 1";
    expect(made).toEqual({ id: made.id, name: "orders of today", text, createdByEmail, createdAt: at, updatedAt: at });
    const first = await createSavedQuery(ctx, input(databaseId, "a first one"));
    const viewer = await as(organisation.member.viewer);
    expect(await listSavedQueries(viewer, { databaseId })).toEqual([first, made]);

    clock.advance(60_000);
    const changed = await updateSavedQuery(ctx, { databaseId, queryId: made.id, name: "zz", text: "select 'p4ss'" });
    expect(changed).toMatchObject({ name: "zz", text: "select 'p4ss'", createdAt: at });
    expect(changed.updatedAt).toBe(clock.now().toISOString());
    expect(await updateSavedQuery(ctx, { databaseId, queryId: made.id, text: "select 2" })).toMatchObject({
      ...{ name: "zz", text: "select 2" },
    });
    await deleteSavedQuery(ctx, { databaseId, queryId: made.id });
    expect(await listSavedQueries(ctx, { databaseId })).toEqual([first]);

    const events = await ctx.db.auditEvent.findMany({ where: { targetId: made.id }, orderBy: { createdAt: "asc" } });
    expect(events.map(({ action }) => action).sort()).toEqual([
      ...["saved_query.create", "saved_query.delete", "saved_query.update", "saved_query.update"],
    ]);
    expect(JSON.stringify(events)).not.toContain("p4ss");
  });

  it("have a name of their own in the database, and the same one in another", async () => {
    const { organisation, ctx, hostId, databaseId } = await setUp();
    const made = await createSavedQuery(ctx, input(databaseId));
    const other = await createSavedQuery(ctx, input(databaseId, "other"));
    await expect(createSavedQuery(ctx, input(databaseId))).rejects.toMatchObject({ code: "name_taken" });
    const renaming = updateSavedQuery(ctx, { databaseId, queryId: other.id, name: made.name });
    await expect(renaming).rejects.toMatchObject({ code: "name_taken" });
    const second = await insertDatabase(ctx, { organisationId: organisation.id, hostId });
    expect(await createSavedQuery(ctx, input(second.id))).toMatchObject({ name: made.name });
    expect(await listSavedQueries(ctx, { databaseId })).toHaveLength(2);
  });

  it("are not found through another database, nor once they are deleted", async () => {
    const { organisation, ctx, hostId, databaseId } = await setUp();
    const { id: queryId } = await createSavedQuery(ctx, input(databaseId));
    const second = await insertDatabase(ctx, { organisationId: organisation.id, hostId });
    for (const wrong of [
      { databaseId: second.id, queryId },
      { databaseId, queryId: NO_SUCH_QUERY },
    ]) {
      await expect(updateSavedQuery(ctx, { ...wrong, name: "x" })).rejects.toMatchObject({ code: "not_found" });
      await expect(deleteSavedQuery(ctx, wrong)).rejects.toMatchObject({ code: "not_found" });
    }
    await deleteSavedQuery(ctx, { databaseId, queryId });
    await expect(deleteSavedQuery(ctx, { databaseId, queryId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("are changed by neither viewers nor read-only keys, and strangers find no database", async () => {
    const { organisation, ctx, databaseId } = await setUp();
    const { id: queryId } = await createSavedQuery(ctx, input(databaseId));
    const stranger = (await createOrganisation()).member.owner;
    const refused = [
      { actor: organisation.member.viewer, code: "missing_permission" },
      { actor: keyActor(organisation.member.owner, { readOnly: true }), code: "read_only_key" },
      { actor: stranger, code: "database_not_found" },
    ];
    for (const { actor, code } of refused) {
      const theirs = await as(actor);
      await expect(createSavedQuery(theirs, input(databaseId, "theirs"))).rejects.toMatchObject({ code });
      const change = { databaseId, queryId, text: "drop table x" };
      await expect(updateSavedQuery(theirs, change)).rejects.toMatchObject({ code });
      await expect(deleteSavedQuery(theirs, { databaseId, queryId })).rejects.toMatchObject({ code });
    }
    const listing = listSavedQueries(await as(stranger), { databaseId });
    await expect(listing).rejects.toMatchObject({ code: "database_not_found" });
    expect(await listSavedQueries(ctx, { databaseId })).toMatchObject([{ id: queryId, text: "select 1" }]);
    expect(await ctx.db.auditEvent.count({ where: { targetId: queryId } })).toBe(1);
  });

  it("have names of 1 to 80 characters on one line, and texts that are not endless", () => {
    expect(SavedQueryName.parse("  ä name  ")).toBe("ä name");
    for (const name of ["", "  ", "a\nb", "x".repeat(81)]) expect(SavedQueryName.safeParse(name).success).toBe(false);
    expect(SavedQueryText.safeParse("x".repeat(MAX_QUERY_LENGTH + 1)).success).toBe(false);
  });
});
