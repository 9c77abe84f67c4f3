import { describe, expect, it } from "vitest";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { readEnvironment } from "@/lib/core/env";
import { hasInboxPage, isLocalDevelopment, mayReadInbox } from "@/lib/core/local-development";

const PRODUCTION = {
  ...{ COPPICE_ENV: "production", DATABASE_URL: "postgres://db/coppice", REDIS_URL: "redis://redis" },
  ...{ SMTP_URL: "smtps://mail.example.com", COPPICE_URL: "https://localhost:3000" },
  COPPICE_CONTENT_URL: "https://content.example",
  ...{ CLIENT_ADDRESS_HEADER: "x-client-address", COPPICE_SECRET_KEYS: `a:${"A".repeat(43)}=` },
};

describe("local development", () => {
  it("holds for a clone without settings, by each name of the machine", () => {
    expect(isLocalDevelopment(readEnvironment({}))).toBe(true);
    expect(isLocalDevelopment(readEnvironment({ HOST: "::1", COPPICE_URL: "http://127.0.0.1:3000" }))).toBe(true);
  });

  it("holds for a service that states the addresses of connections itself", () => {
    const clientAddressHeader = CONNECTION_ADDRESS_HEADER;
    expect(isLocalDevelopment({ ...readEnvironment({}), clientAddressHeader })).toBe(true);
  });

  it.each([
    ["production", PRODUCTION],
    ["a service that other machines reach", { HOST: "0.0.0.0" }],
    ["a service with a public name", { COPPICE_URL: "http://coppice.example" }],
    ["a service behind a proxy", { CLIENT_ADDRESS_HEADER: "x-client-address" }],
  ])("is not %s", (_name, variables) => {
    const environment = readEnvironment(variables);
    expect(isLocalDevelopment(environment)).toBe(false);
    expect(mayReadInbox(environment, "localhost:3000")).toBe(false);
  });
});

describe("the inbox page", () => {
  const environment = readEnvironment({});

  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "shop.localhost"])("is read at %s", (host) => {
    expect(mayReadInbox(environment, host)).toBe(true);
  });

  it.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "localhost@evil",
    "",
    null,
  ])("is not there for a request to %j, whose name somebody else may have led to this machine", (host) => {
    expect(mayReadInbox(environment, host)).toBe(false);
  });

  it("is not there where a mail server takes the mails", () => {
    expect(hasInboxPage(readEnvironment({ SMTP_URL: "smtp://localhost:2525" }))).toBe(false);
  });
});
