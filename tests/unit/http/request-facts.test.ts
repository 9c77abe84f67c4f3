import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { clientAddressOf, requestIdOf, requireNoQuery } from "@/lib/http/request-facts";

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
  const request = new Request("http://a/", {
    headers: { "X-Client-Address": "192.0.2.1", "X-Forwarded-For": "192.0.2.2" },
  });

  it("is what the configured header says, and no other", () => {
    expect(clientAddressOf(request, "x-client-address")).toBe("192.0.2.1");
    expect(clientAddressOf(request, "x-real-ip")).toBeNull();
    expect(clientAddressOf(request, null)).toBeNull();
  });

  it("is cut at 64 characters, and an empty one is none", () => {
    const withValue = (value: string) => new Request("http://a/", { headers: { "X-Client-Address": value } });
    expect(clientAddressOf(withValue("a".repeat(1_000)), "x-client-address")).toHaveLength(64);
    expect(clientAddressOf(withValue(""), "x-client-address")).toBeNull();
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
