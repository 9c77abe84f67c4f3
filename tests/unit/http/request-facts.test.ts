import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { clientAddressOf, requestIdOf, requireNoQuery, stateConnectionAddress } from "@/lib/http/request-facts";

const random = { bytes: (length: number) => randomBytes(length) };

describe("the request id", () => {
  it("is the caller's when it is 8 to 128 plain characters", () => {
    for (const id of ["abcdefgh", "a".repeat(128), "0af7651916cd43dd-8448.eb21:1c80_319c"]) {
      expect(requestIdOf(id, random)).toBe(id);
    }
  });

  it("is made when the caller's is missing, short, long or odd", () => {
    const odd = [
      null,
      "",
      "abcdefg",
      "a".repeat(129),
      "-abcdefgh",
      "abc defgh",
      "abcdefgh\n",
      "abcdefgh\r\nX: y",
      "abcdefg\u00e9",
    ];
    for (const id of odd) expect(requestIdOf(id, random)).toMatch(/^req_[0-9a-z]{20}$/);
  });
});

describe("the client's address", () => {
  const header = "x-client-address";
  const addressIn = (value: string) => clientAddressOf(new Headers({ [header]: value }), header);

  it("is that of the configured header, and of no other", () => {
    const headers = new Headers({ "X-Client-Address": "192.0.2.1", "X-Forwarded-For": "192.0.2.2" });
    expect(clientAddressOf(headers, header)).toBe("192.0.2.1");
    expect(clientAddressOf(headers, "x-real-ip")).toBeNull();
    expect(clientAddressOf(headers, null)).toBeNull();
  });

  it("BF-06: is the proxy's own, however long the list and however the address is written", () => {
    const cases: Record<string, string> = {
      "192.0.2.1": "192.0.2.1",
      "::ffff:192.0.2.1": "192.0.2.1",
      "::FFFF:c000:201": "192.0.2.1",
      "10.0.0.1, 192.0.2.1": "192.0.2.1",
      "evil, 10.0.0.1,192.0.2.1 ": "192.0.2.1",
      "2001:0DB8:0::1": "2001:db8::1",
      "fe80::1%eth0": "fe80::1",
      [`${"x,".padEnd(51)}198.51.100.20, 203.0.113.7`]: "203.0.113.7",
      [`${"198.51.100.20, ".repeat(900)}203.0.113.7`]: "203.0.113.7",
    };
    for (const [value, address] of Object.entries(cases)) expect(addressIn(value), value).toBe(address);
    const twice = new Headers({ [header]: "198.51.100.20" });
    twice.append(header, "203.0.113.7");
    expect(clientAddressOf(twice, header)).toBe("203.0.113.7");
  });

  it("8.4: is the address alone where the proxy adds the connection's port", () => {
    expect(addressIn("evil, 203.0.113.9:1234")).toBe("203.0.113.9");
    expect(addressIn("10.0.0.1:80, [2001:db8::1]:443")).toBe("2001:db8::1");
    expect(addressIn("[2001:DB8::1]")).toBe("2001:db8::1");
    expect(addressIn("[::ffff:203.0.113.9]:443")).toBe("203.0.113.9");
    expect(addressIn("[fe80::1%eth0]:443")).toBe("fe80::1");
  });

  it("BF-06: is none where the proxy's item is no address", () => {
    const values = ["", " ", ",", "192.0.2.1,", "192.0.2.1, evil", "unknown", "12345"];
    values.push(
      ":80",
      "192.0.2.1:",
      "192.0.2.1:x",
      "192.0.2.1:999999",
      "[]",
      "[192.0.2.1",
      "[evil]:80",
      "[2001:db8::1]x",
    );
    const odd = ["127.1", "0x7f.0.0.1", "010.0.0.1", "a".repeat(1_000), `fe80::1%${"z".repeat(1_000)}`, "192.0.2.1\tx"];
    for (const value of [...values, ...odd]) expect(addressIn(value), value).toBeNull();
  });
});

describe("the client's address without an ingress proxy", () => {
  it("BF-06: is the connection's, for any value of that header from the client", () => {
    const forged = {
      headers: { [CONNECTION_ADDRESS_HEADER]: "192.0.2.1" },
      rawHeaders: ["X-Connection-Address", "192.0.2.1"],
    };
    const request = { ...forged, socket: { remoteAddress: "::ffff:198.51.100.7" } };
    stateConnectionAddress(request);
    const raw = new Headers();
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      raw.append(request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? "");
    for (const headers of [new Headers(request.headers), raw]) {
      expect(clientAddressOf(headers, CONNECTION_ADDRESS_HEADER)).toBe("198.51.100.7");
    }
  });
});

describe("the query", () => {
  it("HT-10: is refused by the name of its first parameter, cut short", () => {
    expect(() => requireNoQuery("http://a/x?id=a&id=b")).toThrow(expect.objectContaining({ code: "invalid_request" }));
    expect(() => requireNoQuery(`http://a/x?${"k".repeat(1_000)}=1`)).toThrow(/^.{0,120}$/);
  });

  it("may be empty", () => {
    expect(() => requireNoQuery("http://a/x")).not.toThrow();
    expect(() => requireNoQuery("http://a/x?")).not.toThrow();
  });
});
