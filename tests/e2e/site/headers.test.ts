import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { test } from "../worker-test";

const ADDRESSES = {
  page: "/",
  "page with a policy of its own": "/docs/api",
  "404": "/nope",
  redirect: "/dashboard",
  "redirect of a slash": "/docs/",
};

/** Styles that no nonce can be put on (docs/decisions/051). */
const INLINE: Record<string, string[]> = { "/docs/api": ["style-src"], "/dashboard": ["style-src-attr"] };

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`HT-13 a ${name} carries the security headers`, async ({ request }) => {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const inline = policy.split("; ").filter((directive) => directive.includes("'unsafe-inline'"));
    expect(inline.map((directive) => directive.split(" ")[0])).toEqual(INLINE[address] ?? []);
    expect(policy).not.toContain("unsafe-eval");
    const lifetime = Number(/^max-age=(\d+)/.exec(headers["strict-transport-security"] ?? "")?.[1]);
    expect(lifetime).toBeGreaterThanOrEqual(31_536_000);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-request-id"]).toMatch(/^req_[0-9a-z]{20}$/);
    expect(headers).not.toHaveProperty("x-powered-by");
  });
}

const FILES = execFileSync("git", ["ls-files", "public"], { encoding: "utf8" }).trim().split("\n");
const PUBLIC = FILES.map((path) => path.replace(/^public/, ""));

test("HT-13 icons and robots.txt stand in git", () => {
  expect(PUBLIC).toEqual(expect.arrayContaining(["/favicon.ico", "/icons/icon.svg", "/robots.txt"]));
});

for (const address of ["/generated/scalar/standalone.js", ...PUBLIC]) {
  test(`HT-13 ${address} carries the headers of an asset`, async ({ request }) => {
    const answer = await request.get(address);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });
}

test("HP-03 the nonce is new for every request and is on every script of the page", async ({ request }) => {
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const answer = await request.get("/");
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()["content-security-policy"] ?? "")?.[1] ?? "";
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test("a slash at the end leads to the page without it, on this origin for any Host", async ({ request }) => {
  const answer = await request.get("/docs/errors/?x=1", { maxRedirects: 0 });
  expect(answer.status()).toBe(308);
  expect(answer.headers().location).toBe("/docs/errors?x=1");
});

test("a request id of the caller is kept", async ({ request }) => {
  const answer = await request.get("/", { headers: { "X-Request-Id": "trace-0123456789" } });
  expect(answer.headers()["x-request-id"]).toBe("trace-0123456789");
});

test("HT-13 a path that begins with two slashes is not redirected, and its refusal has the headers", async ({
  baseURL,
}) => {
  const answer = await fetch(`${baseURL}//docs`, { redirect: "manual" });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});
