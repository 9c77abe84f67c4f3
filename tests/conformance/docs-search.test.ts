import { describe, expect, it } from "vitest";
import { apiSecurityHeaders } from "@/lib/http/security-headers";
import { ask, expectRefusal, lane, publicUrl } from "@/tests/support/lanes";

describe("the search of the documentation", () => {
  it("answers anybody with pages, and may be kept for five minutes", async () => {
    const answer = await ask(lane, "GET", "/api/search?q=rotate%20password");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.get("ratelimit-policy")).toBe('"search";q=60;w=60');
    expect(answer.json.query).toBe("rotate password");
    const [first] = answer.json.results;
    expect(first).toEqual({
      ...{ slug: expect.any(String), title: expect.any(String), heading: expect.any(String) },
      url: expect.stringContaining(`${publicUrl}/docs/${first.slug}#`),
      ...{ excerpt: expect.any(String), score: expect.any(Number), matched: ["rotate", "password"] },
    });
  });

  it("HT-13: it, the outline, the Markdown of pages and llms.txt carry the security headers of the API", async () => {
    for (const path of ["/api/search?q=a", "/docs/outline", "/docs/markdown/mail", "/llms.txt"]) {
      const { status, headers } = await ask(lane, "GET", path);
      expect(status, path).toBe(200);
      expect(headers.get("content-type"), path).toMatch(/; charset=utf-8$/);
      for (const [name, value] of Object.entries(apiSecurityHeaders)) expect(headers.get(name), path).toBe(value);
      expect(headers.get("x-request-id"), path).toMatch(/^req_/);
    }
  });

  it("refuses no words, too many, and unknown parameters", async () => {
    for (const query of ["", "?q=", `?q=${"x".repeat(201)}`, "?q=a&limit=1"]) {
      expectRefusal(await ask(lane, "GET", `/api/search${query}`), "invalid_request");
    }
  });
});
