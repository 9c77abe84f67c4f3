import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FunctionProgram } from "@/lib/core/ports/function-runtime";
import type { WorkerdFunctions } from "@/lib/infra/workerd/workerd-functions";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const MEBIBYTE = 1_048_576;
const WALL = { wallMilliseconds: 2_000 };
const neighbour = program("return new Response('here')");

const LOOPS: [string, string][] = [
  ["an endless loop", "while (true) {}"],
  ["endless microtasks", "for (;;) await null;"],
  ["an endless regular expression", "/^(a+)+$/.test('a'.repeat(64) + '!'); return new Response('x')"],
  ["endless JSON", "const a = Array(1e6).fill({ b: 'c' }); for (;;) JSON.stringify(a);"],
  ["a loop behind the answer's headers", "return new Response(new ReadableStream({ pull() { for (;;); } }))"],
];

test.each(LOOPS)("FN-01: %s is ended, and a neighbour answers meanwhile", async (_name, body) => {
  const { runtime, outcomes } = startFunctions();
  await ask(runtime, neighbour);
  const quiet = runtimes();
  const looping = program(body, { limits: WALL });
  const looped = ask(runtime, looping);
  looped.catch(() => undefined);
  await untilBurning(quiet);
  for (let round = 0; round < 10; round += 1) expect(await ask(runtime, neighbour)).toBe("here");
  await expect(looped).rejects.toThrow();
  await expect.poll(() => burning(quiet)).toEqual([]);
  await expect.poll(() => outcomes.find(({ versionId }) => versionId === looping.versionId)?.outcome).toBe("timeout");
  expect(await ask(runtime, neighbour)).toBe("here");
});

test("FN-01: a loop in waitUntil is ended after its answer was sent", async () => {
  const { runtime } = startFunctions();
  const body =
    "context.waitUntil((async () => { await scheduler.wait(50); for (;;); })()); return new Response('sent')";
  expect(await ask(runtime, program(body, { limits: WALL }))).toBe("sent");
  await untilBurning();
  await expect.poll(() => burning()).toEqual([]);
});

test("FN-01: a loop while it is loaded is deploy_failed, and no process of it is left", async () => {
  const { runtime } = startFunctions();
  const looping = program("for (;;);\nexport default {}");
  await expect(runtime.tryStart(looping)).rejects.toMatchObject({ code: "deploy_failed" });
  expect(burning()).toEqual([]);
});

test("FN-01: Atomics.wait does not stop the process", async () => {
  const { runtime } = startFunctions();
  const body = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return new Response('never')";
  await expect(ask(runtime, program(body, { limits: WALL }))).rejects.toMatchObject({ code: "function_failed" });
});

test("FN-01: a function that only waits gets function_timeout, and its process goes on", async () => {
  const { runtime } = startFunctions();
  const script = `let count = 0; export default { async fetch(request) {
    count += 1; if (new URL(request.url).pathname === "/wait") await new Promise(() => setTimeout(() => {}, 1e6));
    return new Response(String(count)); } };`;
  const waiting = program(script, { limits: WALL });
  const waited = answerOf(runtime, waiting, invocation("/wait"));
  await expect(waited).rejects.toMatchObject({ code: "function_timeout" });
  expect(await ask(runtime, waiting)).toBe("2");
});

test("FN-01: a version that has to be ended three times is function_unavailable for a while, with a time to wait", async () => {
  const { runtime } = startFunctions();
  const looping = program("for (;;);", { limits: { ...WALL, wallMilliseconds: 200 } });
  for (let round = 0; round < 3; round += 1) {
    await expect(ask(runtime, looping)).rejects.toThrow();
    await expect.poll(runtimes).toEqual([]);
  }
  const refused = ask(runtime, looping);
  await expect(refused).rejects.toMatchObject({ code: "function_unavailable", retryAfterSeconds: expect.any(Number) });
  expect(await ask(runtime, neighbour)).toBe("here");
});

const HOGS: [string, string][] = [
  ["objects", "const kept = []; for (;;) kept.push({ a: [1, 2, 3], b: String(kept.length) });"],
  ["typed arrays", "const kept = []; for (;;) { kept.push(new Uint8Array(4e6).fill(1)); await scheduler.wait(1); }"],
  ["typed arrays at once", "const kept = []; for (;;) kept.push(new Uint8Array(4e6).fill(1));"],
  [
    "WebAssembly",
    `const kept = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 64 });
     new Uint8Array(memory.buffer).fill(1); kept.push(memory); await scheduler.wait(1); }`,
  ],
  ["strings", "let text = 'x'.repeat(1e6); const kept = []; for (;;) kept.push(text += Math.random());"],
];

test.each(HOGS)("FN-02: %s without end are ended, and a neighbour answers", async (_name, body) => {
  const { runtime, outcomes } = startFunctions();
  await ask(runtime, neighbour);
  const hog = program(body, { limits: { memoryBytes: 128 * MEBIBYTE } });
  const most = watchResident();
  await expect(ask(runtime, hog)).rejects.toMatchObject({ code: "function_failed" });
  expect(await ask(runtime, neighbour)).toBe("here");
  const outcome = () => outcomes.find(({ versionId }) => versionId === hog.versionId)?.outcome;
  // If the watchdog is late, the kernel refuses more, which the function sees as an exception.
  await expect.poll(outcome).toMatch(/^(killed|exception)$/);
  // The bound is the kernel's, on top of an idle process, which has up to 100 MiB with the program that all share.
  expect(most()).toBeLessThan((128 + 100 + 100) * MEBIBYTE);
});

test("FN-02: a version that fills its heap three times is function_unavailable, and its log says that it was its memory", async () => {
  const { runtime, outcomes } = startFunctions();
  // Objects alone: the engine ends its process itself when they fill the heap.
  const hog = program("const kept = []; for (;;) kept.push({ a: [1, 2, 3], b: {} });", {
    limits: { memoryBytes: 16 * MEBIBYTE },
  });
  for (let round = 0; round < 3; round += 1) {
    await expect(ask(runtime, hog)).rejects.toMatchObject({
      ...{ code: "function_failed", message: expect.stringContaining("used more memory than allowed") },
    });
    await expect.poll(runtimes).toEqual([]);
  }
  await expect(ask(runtime, hog)).rejects.toMatchObject({ code: "function_unavailable" });
  await expect.poll(() => outcomes.map(({ outcome }) => outcome)).toEqual(["killed", "killed", "killed"]);
  expect(outcomes[0]?.logs.at(-1)?.message).toContain("used more memory than allowed");
});

test("FN-02: an answer without end is cut at 25 MiB", async () => {
  const { runtime, outcomes } = startFunctions();
  const body = `const part = new Uint8Array(1e5); return new Response(new ReadableStream({ pull(c) { c.enqueue(part); } }));`;
  await expect(ask(runtime, program(body))).rejects.toThrow();
  await expect.poll(() => outcomes[0]).toMatchObject({ outcome: "exception", status: 200 });
  expect(outcomes[0]?.responseBytes).toBeLessThan(26 * MEBIBYTE);
});

test("all functions together keep to their memory: the longest unused one makes room", async () => {
  const { runtime } = startFunctions({ memoryBytes: 80 * MEBIBYTE });
  const counting = () => program("globalThis.n = (globalThis.n ?? 0) + 1; return new Response(String(globalThis.n))");
  const [first, second, third] = [counting(), counting(), counting()];
  expect([await ask(runtime, first), await ask(runtime, first), await ask(runtime, second)]).toEqual(["1", "2", "1"]);
  expect(await ask(runtime, third)).toBe("1");
  // It was ended, and starts anew.
  expect(await ask(runtime, first)).toBe("1");
});

test("an invocation for which there is no room is function_unavailable", async () => {
  const { runtime } = startFunctions({ memoryBytes: 40 * MEBIBYTE });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const held = answerOf(
    runtime,
    program("return new Response(request.body)"),
    invocation("/", { method: "POST", body: readable, duplex: "half" }),
  );
  await writable.getWriter().write(new Uint8Array(1));
  await held;
  await expect(ask(runtime, neighbour)).rejects.toMatchObject({ code: "function_unavailable" });
});

test("AT-H6: a project that fills the memory of all with calls that wait makes room for a neighbour's", async () => {
  const { runtime, outcomes } = startFunctions({ memoryBytes: 140 * MEBIBYTE });
  const waiting = Array.from({ length: 4 }, () =>
    program("await scheduler.wait(60_000)", { projectId: "prj_hostile", limits: { wallMilliseconds: 60_000 } }),
  );
  const failed = waiting.map((version) => ask(runtime, version).catch((error: { code: string }) => error.code));
  await expect.poll(runtimes).toHaveLength(waiting.length);
  expect(await ask(runtime, neighbour)).toBe("here");
  expect(await Promise.race(failed)).toBe("function_failed");
  await expect.poll(() => outcomes.filter(({ outcome }) => outcome === "killed")).toHaveLength(1);
});

async function ask(runtime: WorkerdFunctions, version: FunctionProgram): Promise<string> {
  return (await answerOf(runtime, version, invocation())).text();
}

interface Process {
  pid: number;
  ticks: number;
  residentBytes: number;
}

/** The processes of the runtime that this test started, at any depth. */
function runtimes(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      if (!/^\d+ \(workerd\)/.test(stat) || !descendsFromHere(Number(name))) return [];
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z") return [];
      const ticks = Number(fields[11]) + Number(fields[12]);
      return [{ pid: Number(name), ticks, residentBytes: Number(fields[21]) * 4_096 }];
    } catch {
      return [];
    }
  });
}

function descendsFromHere(pid: number): boolean {
  for (let each = pid; each > 1; ) {
    if (each === process.pid) return true;
    const stat = readFileSync(`/proc/${each}/stat`, "utf8");
    each = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  }
  return false;
}

/** The processes beside the quiet ones that have used more of a processor than those, and than answering takes. */
function burning(quiet: readonly Process[] = []): number[] {
  const usual = Math.max(15, ...quiet.map(({ ticks }) => 2 * ticks));
  const others = runtimes().filter(({ pid }) => quiet.every((each) => each.pid !== pid));
  return others.flatMap(({ pid, ticks }) => (ticks > usual ? [pid] : []));
}

async function untilBurning(quiet: readonly Process[] = []): Promise<void> {
  await expect.poll(() => burning(quiet), { interval: 10 }).toHaveLength(1);
}

function watchResident(): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, ...runtimes().map(({ residentBytes }) => residentBytes));
  }, 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}

test("AT-H6 a neighbour's version is tried while those of another project don't start", async () => {
  const { runtime } = startFunctions();
  const hostile = Array.from({ length: 6 }, () =>
    runtime.tryStart(program("await new Promise(() => {}); export default {}", { projectId: "prj_hostile" })),
  );
  let ended = 0;
  for (const each of hostile) each.catch(() => undefined).finally(() => (ended += 1));
  await runtime.tryStart(program("return new Response()", { projectId: "prj_neighbour" }));
  expect(ended).toBeLessThan(hostile.length);
  expect(await Promise.allSettled(hostile)).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: "deploy_failed" }) }),
  );
});
