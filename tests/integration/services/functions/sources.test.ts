import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { deleteFunction } from "@/lib/services/functions/delete";
import { compareVersions } from "@/lib/services/functions/deployments/compare-versions";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { listAuthors } from "@/lib/services/functions/deployments/list-authors";
import { readSources } from "@/lib/services/functions/deployments/read-sources";
import { rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { storeText } from "@/lib/services/functions/deployments/sources";
import { deployTemplate } from "@/lib/services/functions/templates/deploy";
import { TEMPLATES } from "@/lib/services/functions/templates/list";
import { reconcileStorage } from "@/lib/services/storage/bytes/reconcile";
import { startFunctions } from "@/tests/support/function-runtime";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

let functions: TestFunctions;
let at: { projectId: string; name: string };

beforeEach(async () => {
  functions = await makeFunctions();
  at = { projectId: functions.projectId, name: "hello" };
});

const bytesIds = async () => {
  const ctx = await functions.operator();
  const ids: string[] = [];
  for await (const { id } of ctx.objects.list()) ids.push(id);
  return ids;
};

describe("the files of a version", () => {
  test("are read as they were deployed, of the version that answers or of another that's kept", async () => {
    const files = {
      "index.ts": `export { default } from "./lib/answer";`,
      "lib/answer.ts": answering("new Response('1')"),
    };
    await deploy(functions, "hello", "", { files });
    await deploy(functions, "hello", answering("new Response('2')"));
    const viewer = await functions.member("viewer");
    expect(await readSources(viewer, { ...at, version: 1 })).toEqual({ version: 1, entry: "index.ts", files });
    expect(await readSources(viewer, at)).toEqual({
      ...{ version: 2, entry: "index.ts", files: { "index.ts": answering("new Response('2')") } },
    });
    await rollBackFunction(await functions.server(), { ...at, version: 1 });
    expect(await readSources(viewer, at)).toMatchObject({ version: 1, files });
    await expect(readSources(viewer, { ...at, version: 9 })).rejects.toMatchObject({ code: "version_not_found" });
  });

  test("of one that was deployed as a bundle aren't there", async () => {
    await deploy(functions, "hello", "", { bundle: answering("new Response('bundled')") });
    await deploy(functions, "hello", answering("new Response('2')"));
    const server = await functions.server();
    expect(await readSources(server, { ...at, version: 1 })).toEqual({ version: 1, entry: null, files: null });
    expect(await compareVersions(server, { ...at, from: 1, to: 2 })).toEqual({ from: 1, to: 2, files: null });
  });

  test("are no orphans, and go with their version and their function", async () => {
    const ctx = await functions.operator();
    for (let version = 1; version <= 6; version++) {
      // The plan allows five deployments a minute, and keeps five versions.
      const as = { ...(await functions.server()), rateLimiter: new MemoryRateLimiter() };
      await deploy(functions, "hello", answering(`new Response('${version}')`), { as });
    }
    expect(await bytesIds()).toHaveLength(10);
    const later = { ...ctx, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } };
    await reconcileStorage(later);
    expect(await bytesIds()).toHaveLength(10);
    await deleteFunction(ctx, at);
    expect(await bytesIds()).toEqual([]);
  });
});

describe("two versions", () => {
  test("are compared file by file", async () => {
    const body = (last: string) => `const a = 1;\nconst b = 2;\n${last}\n${answering("new Response(String(a + b))")}`;
    await deploy(functions, "hello", "", {
      files: { "index.ts": body("// old"), "gone.json": "{}", "same.json": "1" },
    });
    await deploy(functions, "hello", "", { files: { "index.ts": body("// new"), "new.json": "{}", "same.json": "1" } });
    const { files } = await compareVersions(await functions.server("read"), { ...at, from: 1, to: 2 });
    expect(files?.map(({ path, change }) => [path, change])).toEqual([
      ["gone.json", "deleted"],
      ["index.ts", "changed"],
      ["new.json", "added"],
    ]);
    const changed = files?.[1]?.hunks?.flat().filter(({ kind }) => kind !== "same");
    expect(changed).toEqual([
      { kind: "removed", text: "// old", oldLine: 3, newLine: null },
      { kind: "added", text: "// new", oldLine: null, newLine: 3 },
    ]);
  });

  test("have who deployed them, members and keys by name", async () => {
    const developer = await functions.member("developer");
    await deploy(functions, "hello", answering("new Response('1')"), { as: developer });
    const { userId } = await developer.db.member.findUniqueOrThrow({ where: { id: developer.actor.id } });
    await developer.db.user.update({ where: { id: userId }, data: { name: "Mira" } });
    const { items } = await listDeployments(developer, { ...at, limit: 20 });
    const authors = await listAuthors(developer, { ...at, deployments: items });
    expect(authors.get(developer.actor.id)).toBe("Mira");
  });
});

describe("a deployment that names its predecessor", () => {
  test("is refused where another version answers by then, and changes nothing", async () => {
    await deploy(functions, "hello", answering("new Response('1')"), { replaces: null });
    await deploy(functions, "hello", answering("new Response('2')"), { replaces: 1 });
    const late = deploy(functions, "hello", answering("new Response('late')"), { replaces: 1 });
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      message: "The function has changed meanwhile: version 2 answers.",
    });
    await expect(deploy(functions, "hello", answering("new Response('x')"), { replaces: null })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await (await invoke(functions, "hello")).text()).toBe("2");
  });

  test("is put in force once, of several at the same time", async () => {
    await deploy(functions, "hello", answering("new Response('1')"));
    const made = await Promise.allSettled(
      ["a", "b", "c"].map((text) => deploy(functions, "hello", answering(`new Response('${text}')`), { replaces: 1 })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = made.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(reasons).toEqual(["conflict", "conflict"]);
    const { db } = await functions.operator();
    const where = { function: { projectId: at.projectId }, status: "active" };
    expect(await db.functionDeployment.count({ where })).toBe(1);
  });
});

describe("a template", () => {
  test.each(TEMPLATES.map(({ id }) => id))("%s can be deployed as it is", async (id) => {
    const developer = await functions.member("developer");
    const deployed = await deployTemplate(developer, { projectId: at.projectId, name: id, template: id });
    expect(deployed).toMatchObject({ version: 1, status: "active" });
    const again = deployTemplate(developer, { projectId: at.projectId, name: id, template: id });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  });

  test("that doesn't exist isn't found, under any name", async () => {
    const developer = await functions.member("developer");
    for (const template of ["../functions/hello", "none"]) {
      const asked = deployTemplate(developer, { ...at, template });
      await expect(asked).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

test("OP-C1: a function whose code is missing says so, and answers once it is back", async () => {
  await deploy(functions, "hello", answering("new Response('1')"));
  const ctx = await functions.server();
  const { objects } = ctx;
  const { activeVersionId } = await ctx.db.projectFunction.findFirstOrThrow({
    where: { projectId: functions.projectId },
  });
  const code = await text(await objects.read(activeVersionId ?? ""));
  await objects.remove(activeVersionId ?? "");
  const { runtime } = startFunctions();
  const restarted = { ...ctx, functions: runtime };
  await expect(invoke(functions, "hello", { as: restarted })).rejects.toMatchObject({
    ...{ code: "function_failed", message: "The function's code is missing. Deploy it again." },
  });
  await storeText(ctx, activeVersionId ?? "", code);
  expect((await invoke(functions, "hello", { as: restarted })).status).toBe(200);
});
