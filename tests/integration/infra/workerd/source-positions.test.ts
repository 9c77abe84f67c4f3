import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { FunctionFiles } from "@/lib/core/ports/function-bundler";
import { EsbuildFunctionBundler } from "@/lib/infra/function-bundler/esbuild-function-bundler";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const bundler = new EsbuildFunctionBundler();

/** Types are left out and files put together, so that no line is at its old place. */
const FILES: FunctionFiles["files"] = {
  "index.ts": `import { readOrder, type Order } from "./lib/orders";
interface Answer { order: Order | null }

export default {
  fetch(request: Request): Response {
    const answer: Answer = { order: readOrder(new URL(request.url).searchParams.get("id")) };
    console.error("logged", new Error("not thrown"));
    return Response.json(answer);
  },
};
`,
  "lib/orders.ts": `export interface Order {
  id: string;
}

export function readOrder(id: string | null): Order {
  if (id === null) throw new RangeError("no id");
  return { id };
}
`,
};

async function logOf(code: string, path: string) {
  const { runtime, outcomes } = startFunctions();
  await answerOf(runtime, program(code), invocation(path)).catch(() => undefined);
  await expect.poll(() => outcomes).toHaveLength(1);
  return outcomes[0];
}

test("errors are told with positions in the function's files, thrown and logged", async () => {
  const { code } = await bundler.bundle("project", { files: FILES, entry: "index.ts" });
  const thrown = await logOf(code, "/");
  expect(thrown?.exceptions[0]?.stack?.split("\n")).toEqual([
    "RangeError: no id",
    expect.stringMatching(/^ {4}at readOrder \(lib\/orders\.ts:6:\d+\)$/),
    expect.stringMatching(/^ {4}at Object\.fetch \(index\.ts:6:\d+\)$/),
  ]);
  const logged = await logOf(code, "/?id=1");
  expect(logged?.logs[0]?.message).toMatch(/^logged Error: not thrown\n {4}at Object\.fetch \(index\.ts:7:\d+\)$/);
});

test("a program with packages of Node's old kind has lines of ours before it, which don't count", async () => {
  const index = `import pg from "pg";
export default { fetch(): Response {
  throw new Error(typeof pg.Client);
} };
`;
  const { code } = await bundler.bundle("project", { files: { "index.ts": index }, entry: "index.ts" });
  expect(code).toMatch(/^const require = /m);
  const outcome = await logOf(code, "/");
  expect(outcome?.exceptions[0]).toMatchObject({ message: "function", stack: expect.stringContaining("(index.ts:3:") });
});

test("an error thrown while a function loads is told with its file and line", async () => {
  const { code } = await bundler.bundle("project", {
    files: {
      "index.ts": 'import "./set-up";\nexport default { fetch: () => new Response() };',
      "set-up.ts": 'interface A { b: string }\n\nthrow new Error("not today");',
    },
    entry: "index.ts",
  });
  const { runtime } = startFunctions();
  await expect(runtime.tryStart(program(code))).rejects.toMatchObject({
    code: "deploy_failed",
    message: expect.stringMatching(/not today[\s\S]*set-up\.ts:3:/),
  });
});

test("a source map names no path of the machine that it was made on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-positions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "index.ts"), "export default { fetch: () => new Response() };");
  const index = 'import pg from "pg";\nexport default { fetch: () => new Response(typeof pg) };';
  const made = [
    await bundler.bundleFolder({ folder, entry: "index.ts" }),
    await bundler.bundle("project", { files: { "index.ts": index }, entry: "index.ts" }),
  ];
  for (const { code } of made) {
    const encoded = code.slice(code.lastIndexOf("base64,") + "base64,".length);
    const { sources } = JSON.parse(Buffer.from(encoded, "base64").toString()) as { sources: string[] };
    expect(sources).toContainEqual(expect.stringMatching(/^(?:files:)?index\.ts$/));
    for (const source of sources) expect(source).toMatch(/^(?:files:|(?:pooled-pg:)?node_modules\/|index\.ts$)/);
  }
});

const mapped = (map: string) => {
  const encoded = Buffer.from(map).toString("base64");
  const script = "export default { fetch() { throw new Error('x'); } };\n";
  return `${script}//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
};

test.each([
  ["no JSON", "{"],
  ["null", "null"],
  ["fields of other types", JSON.stringify({ version: 3, sources: [{}], names: 1, mappings: 7 })],
  ["no sources", JSON.stringify({ version: 3, sources: [], names: [], mappings: "AAAA" })],
])("a source map that its author broke leaves positions as they are: %s", async (_, map) => {
  const outcome = await logOf(mapped(map), "/");
  expect(outcome?.exceptions[0]?.stack).toMatch(/^Error: x\n {4}at Object\.fetch \(function\.js:1:\d+\)$/);
});

test("a file's name in a source map stays on its line, and short", async () => {
  const name = `a\nb${"c".repeat(5_000)}`;
  const map = JSON.stringify({ version: 3, sources: [name], names: [], mappings: "AAAA" });
  const outcome = await logOf(mapped(map), "/");
  const [, frame = ""] = outcome?.exceptions[0]?.stack?.split("\n") ?? [];
  expect(frame).toMatch(/a bc+:1:\d+\)$/);
  expect(frame.length).toBeLessThan(300);
});
