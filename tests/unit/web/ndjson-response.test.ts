import { expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { ndjsonResponse } from "@/lib/web/ndjson-response";

const ctx = { requestId: "req_x" } as Context;
const request = () => new Request("http://coppice.example");

it("RF-27: nothing is written ahead of a reader who does not read", async () => {
  let written = 0;
  const { body } = await ndjsonResponse(ctx, request(), async (write) => {
    for (; written < 1_000; written += 1) await write({ rows: ["x".repeat(1_000)] });
  });
  const reader = body?.getReader();
  for (let count = 1; count <= 20; count += 1) {
    await reader?.read();
    expect(written).toBeLessThanOrEqual(count + 2);
  }
  await reader?.cancel();
});

it("the work is told when its reader is gone, and can write no more", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { body } = await ndjsonResponse(ctx, request(), async (write, reader) => {
    await write({ n: 1 });
    await new Promise((left) => reader.addEventListener("abort", left));
    await write({ n: 2 }).catch(resolve);
  });
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel("gone");
  expect(await promise).toBe("gone");
});

it("a failure before the first line is thrown, and a later one is the last line", async () => {
  const refusal = new ServiceError("rate_limited", "Three are going already.");
  await expect(ndjsonResponse(ctx, request(), () => Promise.reject(refusal))).rejects.toBe(refusal);
  const late = await ndjsonResponse(ctx, request(), async (write) => {
    await write({ n: 1 });
    throw refusal;
  });
  const lines = (await late.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { n: 1 },
    { error: { code: "rate_limited", message: "Three are going already.", details: [] } },
  ]);
});

it("a line is the JSON of its value, for any pieces", async () => {
  const values = [
    { a: 1, none: undefined, rows: [["😀".repeat(50_000), null], ['"\u0001'], []], empty: [], last: { b: [1, "ü"] } },
    { "a\n": null },
  ];
  const answer = await ndjsonResponse(ctx, request(), async (write) => {
    for (const value of values) await write(value);
  });
  expect(await answer.text()).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
});
