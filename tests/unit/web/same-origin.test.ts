import { describe, expect, it } from "vitest";
import { requireSameOrigin } from "@/lib/web/same-origin";

const BASE = "https://coppice.example";

function isLet(method: string, headers: Record<string, string>): boolean {
  try {
    requireSameOrigin(new Request(`${BASE}/dashboard/x`, { method, headers }), BASE);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "foreign_origin" });
    return false;
  }
}

describe("handlers of the dashboard's own pages", () => {
  it.each([
    ["POST", { "sec-fetch-site": "same-origin", origin: BASE }],
    ["POST", { "sec-fetch-site": "same-origin" }],
    ["POST", { origin: BASE }],
    ["GET", { "sec-fetch-site": "same-origin" }],
    ["GET", { "sec-fetch-site": "none" }],
    ["GET", {}],
  ])("let in requests of their own page: %s with %o", (method, headers) => {
    expect(isLet(method, headers)).toBe(true);
  });

  it.each([
    ["POST", {}],
    ["POST", { "sec-fetch-site": "none" }],
    ["POST", { "sec-fetch-site": "same-site", origin: "https://other.coppice.example" }],
    ["POST", { "sec-fetch-site": "same-site" }],
    ["POST", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["POST", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
    ["POST", { origin: "null" }],
    ["POST", { origin: `${BASE}.evil.example` }],
    ["GET", { "sec-fetch-site": "cross-site" }],
    ["GET", { "sec-fetch-site": "same-site" }],
    ["GET", { origin: "https://evil.example" }],
  ])("refuse requests that another site's page may have caused: %s with %o", (method, headers) => {
    expect(isLet(method, headers)).toBe(false);
  });
});
