import { expect, it } from "vitest";
import type { Exchange } from "@/lib/http/serve";
import { completed } from "@/lib/http/to-answer";

const ETAG = 'W/"now"';

function statusOf(method: string, offered: string): number {
  const request = new Request("http://localhost/", { method, headers: { "If-None-Match": offered } });
  const exchange = { request, ctx: { requestId: "req_1" }, headers: {} } as unknown as Exchange;
  return completed(exchange, Response.json({}, { headers: { ETag: ETAG } })).status;
}

it("a reader who has it already gets 304, by one of several entity tags or any", () => {
  for (const offered of [ETAG, '"now"', `"before", ${ETAG}`, "*"]) {
    expect([statusOf("GET", offered), statusOf("HEAD", offered)]).toEqual([304, 304]);
  }
  for (const offered of ['"before"', "now", '"*"', ""]) expect(statusOf("GET", offered)).toBe(200);
});

it("a caller who changes something is told the result, with any copy they have", () => {
  for (const method of ["PUT", "PATCH", "POST", "DELETE"]) expect(statusOf(method, ETAG)).toBe(200);
});
