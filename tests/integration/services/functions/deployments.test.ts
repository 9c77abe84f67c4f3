import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { endLostDeployments } from "@/lib/services/functions/deployments/end-lost";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { showFunction } from "@/lib/services/functions/show";
import { updateFunction } from "@/lib/services/functions/update";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

let functions: TestFunctions;
let at: { projectId: string; name: string };

const saying = (text: string) => answering(`new Response(${JSON.stringify(text)})`);
const said = async (name = "hello") => (await invoke(functions, name)).text();
const deployments = async (limit = 100) => listDeployments(await functions.server(), { ...at, limit });

beforeEach(async () => {
  functions = await makeFunctions({ plan: "pro" });
  at = { projectId: functions.projectId, name: "hello" };
});

test("a deployment answers from then on, and is told with its version, its bundle and its member", async () => {
  const ctx = await functions.server();
  const first = await deploy(functions, "hello", saying("one"), { as: ctx, message: "The first" });
  expect(first).toMatchObject({
    ...{ version: 1, status: "active", message: "The first", log: "" },
    by: { kind: "server-key", id: ctx.actor.id },
    activatedAt: expect.any(String),
  });
  expect(await said()).toBe("one");
  await deploy(functions, "hello", saying("two"));
  expect(await said()).toBe("two");
  const { items, nextCursor } = await deployments(1);
  expect(items).toMatchObject([{ version: 2, status: "active" }]);
  const rest = await listDeployments(ctx, { ...at, limit: 1, cursor: nextCursor ?? "" });
  expect(rest).toMatchObject({ items: [{ version: 1, status: "superseded" }], nextCursor: null });
});

test("a bundle is taken as it is", async () => {
  const bundle = "export default { fetch: () => new Response('bundled') };";
  const made = await deploy(functions, "hello", "", { bundle });
  expect(made).toMatchObject({
    bundleBytes: bundle.length,
    sha256: createHash("sha256").update(bundle).digest("hex"),
  });
  expect(await said()).toBe("bundled");
});

describe("deployments that are refused", () => {
  test.each([
    ["a mistake", { "index.ts": "\nexport default {;" }, /^index\.ts:2: /, "index.ts:2"],
    ["a missing file", { "index.ts": 'import "./other"; export default {};' }, /"\.\/other" is none/, "index.ts:1"],
    ["a package", { "index.ts": 'import "lodash"; export default {};' }, /coppice functions deploy/, "index.ts:1"],
  ])("is told with its place, while the running version goes on: %s", async (_, files, message, path) => {
    await deploy(functions, "hello", saying("one"));
    await expect(deploy(functions, "hello", "", { files })).rejects.toMatchObject({
      ...{ code: "deploy_failed", message: expect.stringMatching(message) },
      details: [{ path, message: expect.any(String) }],
    });
    expect(await said()).toBe("one");
    expect((await deployments()).items).toHaveLength(1);
  });

  test.each([
    ["throws while it is loaded", "throw new Error('no such luck'); export default {};", /no such luck/],
    ["has no handler", "export const fetch = 1;", /fetch/],
    ["exports nothing", "export const other = 1;", /must export fetch/],
    ["asks for what isn't there", 'import "node:nonsense"; export default { fetch() {} };', /nonsense/],
  ])("is tried first: a module that %s", async (_, index, message) => {
    await deploy(functions, "hello", saying("one"));
    await expect(deploy(functions, "hello", index)).rejects.toMatchObject({
      ...{ code: "deploy_failed", message: expect.stringMatching(message) },
    });
    expect(await said()).toBe("one");
    expect((await showFunction(await functions.server(), at)).activeVersion).toBe(1);
  });

  test("FN-07 too many files, odd paths, too much of it: refused, and nothing is kept", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}.ts`, ""]));
    const refused: Record<string, string>[] = [
      { ...many, "index.ts": saying("x") },
      { "index.ts": saying("x"), "../up.ts": "" },
      { "index.ts": saying("x"), "/etc/passwd": "" },
      { "index.ts": saying("x"), "a\0b": "" },
      { "index.ts": saying("x"), "big.ts": "x".repeat(5 * 1024 ** 2) },
      { "index.ts": "(".repeat(4_000_000) },
      { "other.ts": saying("x") },
    ];
    for (const files of refused) {
      await expect(deploy(functions, "hello", "", { files })).rejects.toMatchObject({ code: "deploy_failed" });
    }
    const { db } = await functions.server();
    expect(await db.projectFunction.count({ where: { projectId: at.projectId } })).toBe(0);
  });
});

test("a rollback is a new deployment of the old bundle with its own variables", async () => {
  const env = answering("new Response(process.env.MODE)");
  await deploy(functions, "hello", env, { env: { MODE: "one" } });
  await deploy(functions, "hello", env, { env: { MODE: "two" } });
  // Without variables, a version has those of the one before.
  await deploy(functions, "hello", `${env}\n// changed`);
  expect(await said()).toBe("two");
  const ctx = await functions.server();
  expect(await rollBackFunction(ctx, { ...at, version: 1 })).toMatchObject({
    ...{ version: 1, status: "active", message: "Back to version 1" },
  });
  expect(await said()).toBe("one");
  expect((await deployments()).items.map(({ version, status }) => [version, status])).toEqual([
    [1, "active"],
    [3, "superseded"],
    [2, "superseded"],
    [1, "superseded"],
  ]);
  await expect(rollBackFunction(ctx, { ...at, version: 9 })).rejects.toMatchObject({ code: "version_not_found" });
  await updateFunction(ctx, { ...at, env: { MODE: "three" } });
  expect(await said()).toBe("three");
});

test("as many versions are kept as the plan says, and the bytes of the others are deleted", async () => {
  const free = await makeFunctions();
  functions = free;
  at = { ...at, projectId: free.projectId };
  const { db, objects, rateLimiter } = await free.server();
  for (let version = 1; version <= 7; version += 1) {
    await deploy(free, "hello", saying(String(version)));
    await rateLimiter.reset({ name: "deploys", limit: 5, windowSeconds: 60 }, `deploys:${free.projectId}`);
  }
  const rows = await db.functionVersion.findMany({ where: { function: { projectId: free.projectId } } });
  expect(rows.map(({ number }) => number).sort()).toEqual([3, 4, 5, 6, 7]);
  for (const { id } of rows) expect(await objects.has(id)).toBe(true);
  expect((await deployments()).items).toHaveLength(7);
});

test("deployments count against the plan's limit, from all keys together", async () => {
  functions = await makeFunctions();
  for (let count = 0; count < 5; count += 1) await deploy(functions, "hello", saying("x"));
  const member = await functions.member("developer");
  await expect(deploy(functions, "hello", saying("x"), { as: member })).rejects.toMatchObject({ code: "rate_limited" });
});

test("a deployment that was begun earlier and is ready later doesn't replace the newer one", async () => {
  await deploy(functions, "hello", saying("one"));
  const slow = `await new Promise((done) => setTimeout(done, 1)); ${saying("slow")}`;
  const [, quick] = await Promise.all([
    deploy(functions, "hello", slow).catch(() => null),
    deploy(functions, "hello", saying("quick")),
  ]);
  const { items } = await deployments();
  const active = items.filter(({ status }) => status === "active");
  expect(active).toHaveLength(1);
  expect(active[0]?.version).toBe(
    Math.max(...items.filter(({ status }) => status !== "failed").map(({ version }) => version)),
  );
  expect(quick).not.toBeNull();
});

test("FN-11 a deployment whose process ended is given up, and the running version goes on", async () => {
  await deploy(functions, "hello", saying("one"));
  const { db } = await functions.server();
  const row = await db.functionDeployment.findFirstOrThrow({ where: { function: { projectId: at.projectId } } });
  const createdAt = new Date(Date.now() - 10 * 60_000);
  await db.functionDeployment.create({
    data: { ...row, id: `${row.id.slice(0, -2)}zz`, number: 2, status: "building", createdAt },
  });
  await endLostDeployments(await functions.operator());
  expect((await deployments()).items.map(({ status }) => status).sort()).toEqual(["active", "failed"]);
  expect(await said()).toBe("one");
});

test("FN-09 each answer is of one version while deployments and rollbacks alternate", async () => {
  functions = await makeFunctions({ plan: "team" });
  at = { ...at, projectId: functions.projectId };
  const version = (mark: string) =>
    `const one = ${JSON.stringify(mark)};\n${answering("new Response(one + '/' + two)")}\nconst two = ${JSON.stringify(mark)};`;
  await deploy(functions, "hello", version("a"));
  await deploy(functions, "hello", version("b"));
  const ctx = await functions.server();
  const changing = (async () => {
    for (let round = 0; round < 6; round += 1) await rollBackFunction(ctx, { ...at, version: 1 + (round % 2) });
  })();
  let isDone = false;
  void changing.finally(() => (isDone = true));
  const answers = new Set<string>();
  while (!isDone) {
    for (const answer of await Promise.all(Array.from({ length: 5 }, () => said()))) answers.add(answer);
  }
  await changing;
  expect([...answers].sort()).toEqual(["a/a", "b/b"]);
});
