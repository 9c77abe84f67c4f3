import { afterEach, describe, expect, it } from "vitest";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";

let server: InProcessServer | undefined;

afterEach(() => server?.close());

async function requestsLogged(requestLog?: string) {
  const variables: Record<string, string> = requestLog === undefined ? {} : { COPPICE_REQUEST_LOG: requestLog };
  server = await startInProcess({ variables });
  const { baseUrl, logged } = server;
  await fetch(`${baseUrl}/info`);
  const headers = { Authorization: "Bearer mk_coppice_nobody", "X-Request-Id": "req_of-the-caller" };
  await fetch(`${baseUrl}/api/v1/databases/db_${"0".repeat(20)}`, { headers });
  const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(JSON.stringify(lines)).not.toMatch(/nobody|db_0000/);
  return lines;
}

describe("OP-M4: the log of requests", () => {
  const refused = { operation: "getDatabase", method: "GET", status: 401, requestId: "req_of-the-caller" };

  it("has none by default", async () => {
    expect(await requestsLogged()).toEqual([]);
  });

  it("has those that failed, by operation and never by path, address or key", async () => {
    expect(await requestsLogged("failed")).toEqual([
      expect.objectContaining({ ...refused, milliseconds: expect.any(Number) }),
    ]);
  });

  it("has all of them", async () => {
    expect(await requestsLogged("all")).toMatchObject([{ operation: "getInfo", status: 200 }, refused]);
  });
});
