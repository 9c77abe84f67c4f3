import { beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { watchProjectLog } from "@/lib/services/project-logs/watch";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

let organisation: TestOrganisation;
let projectId: string;
let ctx: ServiceContext;
let written = 0;

beforeEach(async () => {
  ctx = await makeContext();
  organisation = await createOrganisation();
  projectId = (await insertProject(organisation)).id;
});

async function addRequest(operation: string): Promise<void> {
  written += 1;
  const row = { method: "GET", status: 200, level: "info", durationMs: 5, at: new Date(1_000_000 + written) };
  await ctx.db.requestLog.create({
    data: { ...row, projectId, operation, requestId: createId("request", ctx.random) },
  });
}

/** Follows the log, with the newest two entries first, until `tell` returns false. */
async function watch(actor: Actor, tell: (operation: string | null) => Promise<boolean>, of = organisation.id) {
  const control = new AbortController();
  const input = { organisationId: of, projectId, source: "request" as const, limit: 2 };
  await watchProjectLog(
    { ...ctx, actor },
    input,
    async (entry) => {
      if (!(await tell(entry?.operation ?? null))) control.abort();
    },
    control.signal,
  );
}

it("tells the newest entries, oldest first, then each that is written, and none twice", async () => {
  for (const operation of ["first", "second", "third"]) await addRequest(operation);
  const told: (string | null)[] = [];
  await watch(organisation.member.viewer, async (operation) => {
    told.push(operation);
    if (operation === "third") await addRequest("fourth");
    return operation !== null;
  });
  expect(told).toEqual(["second", "third", "fourth", null]);
});

it("ends with a refusal once the member may no longer read the log, and begins for no stranger", async () => {
  await addRequest("first");
  const { viewer } = organisation.member;
  const strangers = await createOrganisation();
  await expect(watch(strangers.member.owner, async () => true)).rejects.toMatchObject({
    code: "not_found",
  });
  const inTheirs = watch(strangers.member.owner, async () => true, strangers.id);
  await expect(inTheirs).rejects.toMatchObject({ code: "project_not_found" });
  const left = watch(viewer, async () => {
    await ctx.db.project.update({ where: { id: projectId }, data: { deletedAt: new Date() } });
    return true;
  });
  await expect(left).rejects.toMatchObject({ code: "project_not_found" });
});
