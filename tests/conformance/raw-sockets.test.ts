import { describe, expect, it } from "vitest";
import { ask, createTestOrganisation, lane, publicUrl } from "@/tests/support/lanes";
import { exchangeUntilClosed, parseAnswer, RawConnection, statusesIn } from "@/tests/support/raw-connection";

const SMUGGLED = "GET /info HTTP/1.1\r\nHost: smuggled.example\r\n\r\n";
const HOST = "Host: coppice.example\r\n";
const post = (fields: string, body: string) => `POST /api/v1/databases HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;

/** Each holds a second request for a server that reads the framing in another way than we do. */
const malformed: [string, string][] = [
  [
    "Content-Length and Transfer-Encoding",
    post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${SMUGGLED}`),
  ],
  [
    "Transfer-Encoding and Content-Length",
    post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", `0\r\n\r\n${SMUGGLED}`),
  ],
  ["an unknown transfer coding", post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${SMUGGLED}`)],
  ["chunked that is not the last coding", post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${SMUGGLED}`)],
  ["a space before the colon", post("Transfer-Encoding : chunked\r\n", `0\r\n\r\n${SMUGGLED}`)],
  ["a folded field", post("X: a\r\n Transfer-Encoding: chunked\r\n", `0\r\n\r\n${SMUGGLED}`)],
  ["two lengths that differ", post("Content-Length: 0\r\nContent-Length: 44\r\n", SMUGGLED)],
  ["the same length twice", post("Content-Length: 0\r\nContent-Length: 0\r\n", SMUGGLED)],
  ["a list of lengths", post("Content-Length: 0, 44\r\n", SMUGGLED)],
  ["a signed length", post("Content-Length: +0\r\n", SMUGGLED)],
  ["a negative length", post("Content-Length: -1\r\n", SMUGGLED)],
  ["a length in hexadecimal", post("Content-Length: 0x0\r\n", SMUGGLED)],
  ["a space in a field name", post("Content Length: 0\r\n", SMUGGLED)],
  ["a chunk size that is no number", post("Transfer-Encoding: chunked\r\n", `zz\r\n\r\n${SMUGGLED}`)],
  ["a line feed alone after a chunk size", post("Transfer-Encoding: chunked\r\n", `0\n\n${SMUGGLED}`)],
  ["a line feed alone in a chunk extension", post("Transfer-Encoding: chunked\r\n", `0;a=\n\r\n\r\n${SMUGGLED}`)],
  ["a NUL in a field", post("X: a\0b\r\n", SMUGGLED)],
  ["a carriage return alone in a field", post("X: a\rContent-Length: 0\r\n", SMUGGLED)],
  ["a space in the method", `GE T / HTTP/1.1\r\n${HOST}\r\n${SMUGGLED}`],
  ["an unknown version", `GET /info HTTP/9.9\r\n${HOST}\r\n${SMUGGLED}`],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(8)],
  ["a header of 64 KB", `GET /info HTTP/1.1\r\n${HOST}X: ${"a".repeat(65_536)}\r\n\r\n${SMUGGLED}`],
];

describe("HT-01: framing", () => {
  it.each(malformed)("%s is refused once, and the connection closed", async (_title, bytes) => {
    const received = await exchangeUntilClosed(lane.baseUrl, bytes);
    const statuses = statusesIn(received);
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).toBeOneOf([400, 431]);
    expect(received).not.toContain("uptimeSeconds");
    expect(received).not.toContain("smuggled");
  });

  it("lines that end in a line feed alone are refused, or read like any others", async () => {
    const received = await exchangeUntilClosed(lane.baseUrl, "GET /info HTTP/1.1\nHost: a\nConnection: close\n\n");
    expect(statusesIn(received)).toHaveLength(1);
  });

  it("a body that turns out malformed after the request was answered ends the connection without a second answer", async () => {
    const chunks = `1\r\nabc\r\n0\r\n\r\n${SMUGGLED}`;
    const received = await exchangeUntilClosed(lane.baseUrl, post("Transfer-Encoding: chunked\r\n", chunks));
    expect(statusesIn(received)).toHaveLength(1);
    expect(statusesIn(received)[0]).toBeOneOf([400, 401]);
  });

  it("a body is read to its end, so its content is no request", async () => {
    const { json: before } = await ask(lane, "GET", "/info");
    const body = post(`Content-Length: ${SMUGGLED.length}\r\nConnection: close\r\n`, SMUGGLED);
    const received = await exchangeUntilClosed(lane.baseUrl, body);
    expect(statusesIn(received)).toEqual([401]);
    expect(received).not.toContain(before.buildSha);
  });
});

describe("HT-01: the envelope of bytes that are no HTTP, by the API lane", () => {
  it.each(malformed)("%s", async (_title, bytes) => {
    const { status, headers, body } = parseAnswer(await exchangeUntilClosed(lane.baseUrl, bytes));
    const requestId = headers.get("x-request-id");
    expect(JSON.parse(body)).toEqual({
      error: {
        code: "invalid_request",
        message: expect.any(String),
        retryable: false,
        requestId,
        docsUrl: `${publicUrl}/docs/errors#invalid_request`,
      },
    });
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each([
    ["no Host", "GET /info HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two Hosts", "GET /info HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["a Host with a path", "GET /info HTTP/1.1\r\nHost: a.example/b\r\nConnection: close\r\n\r\n"],
    ["a Host with a user", "GET /info HTTP/1.1\r\nHost: a@b.example\r\nConnection: close\r\n\r\n"],
    ["a Host with a space", "GET /info HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["a Host whose port is none", "GET /info HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n"],
    ["two Hosts for a page", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["the absolute form", "GET http://evil.example/info HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["the asterisk form", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["a target that is no path", "GET info HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ])("HT-08: %s is a 400", async (_title, bytes) => {
    const { status, body } = parseAnswer(await exchangeUntilClosed(lane.baseUrl, bytes));
    expect({ status, code: JSON.parse(body).error.code }).toEqual({ status: 400, code: "invalid_request" });
  });

  it("AK-04: two Authorization headers are a 400, whichever of them is good", async () => {
    const key = await (await createTestOrganisation()).key();
    const [good, bad] = [`Authorization: Bearer ${key}\r\n`, "authorization: Bearer nobody\r\n"];
    for (const fields of [good + bad, bad + good, good + good]) {
      const head = `GET /api/v1/databases HTTP/1.1\r\n${HOST}${fields}Connection: close\r\n\r\n`;
      const { status, body } = parseAnswer(await exchangeUntilClosed(lane.baseUrl, head));
      expect({ status, code: JSON.parse(body).error.code }).toEqual({ status: 400, code: "invalid_request" });
    }
  });

  it.each([
    ["TRACE /api/v1/databases", "GET, POST, HEAD"],
    ["TRACE /", "GET, HEAD, POST"],
    ["PROPFIND /docs", "GET, HEAD, POST"],
    ["DELETE /dashboard", "GET, HEAD, POST"],
    ["CONNECT example.com:443", "GET, HEAD"],
  ])("HT-11: %s is a 405 that names the methods there are, and reflects nothing", async (line, allow) => {
    const bytes = `${line} HTTP/1.1\r\n${HOST}Connection: close\r\nX-Reflect: canary\r\n\r\n`;
    const { status, headers, body } = parseAnswer(await exchangeUntilClosed(lane.baseUrl, bytes));
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow });
    expect(body).not.toContain("canary");
  });
});

describe("HT-12: header fields", () => {
  it("hold no line break that a request brought along", async () => {
    const targets = [
      "/api/v1/%0d%0aSet-Cookie:%20a=b",
      "/docs/%0d%0aSet-Cookie:%20a=b/",
      "/?a=%0d%0aSet-Cookie:%20a=b",
    ];
    const fields = "X-Request-Id: req_abcdefgh%0d%0aSet-Cookie:a=b\r\nConnection: close\r\n";
    for (const target of targets) {
      const received = await exchangeUntilClosed(lane.baseUrl, `GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n`);
      const { status, headers } = parseAnswer(received);
      expect(status).toBeLessThan(500);
      expect(headers.has("set-cookie")).toBe(false);
      expect(headers.get("x-request-id") ?? "").not.toContain("Set-Cookie");
    }
  });
});

describe("HT-02: bodies that are too large", () => {
  const head = (key: string, framing: string) =>
    `POST /api/v1/databases HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

  it("a client that sends 2 MB before it reads gets the 413 whole", async () => {
    const key = await (await createTestOrganisation()).key();
    const connection = await RawConnection.open(lane.baseUrl);
    connection.pause();
    connection.write(head(key, "Content-Length: 2000000"));
    await connection.writeAll(Buffer.alloc(2_000_000, "x"));
    connection.resume();
    const received = await connection.until(/"docsUrl":"[^"]+"\}\}/);
    expect(statusesIn(received)).toEqual([413]);
    expect(connection.error).toBeNull();
    connection.close();
  });

  it("a chunked body is counted as it comes", async () => {
    const key = await (await createTestOrganisation()).key();
    const chunk = `1000\r\n${"x".repeat(0x1000)}\r\n`;
    const connection = await RawConnection.open(lane.baseUrl);
    connection.write(`${head(key, "Transfer-Encoding: chunked")}${chunk.repeat(3)}0\r\n\r\n`);
    expect(statusesIn(await connection.until(/body_too_large"\}\}/))).toEqual([413]);
    connection.close();
  });

  it("an endless body is refused while it comes, and the connection closed, by the API lane", async () => {
    const key = await (await createTestOrganisation()).key();
    const connection = await RawConnection.open(lane.baseUrl);
    connection.write(head(key, "Transfer-Encoding: chunked"));
    const chunk = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
    const sending = connection.writeUntilClosed(chunk);
    await connection.until(/body_too_large"\}\}/);
    await sending;
    expect(statusesIn(connection.received)).toEqual([413]);
    expect((await ask(lane, "GET", "/info")).status).toBe(200);
  });
});
