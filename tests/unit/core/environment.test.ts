import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { selectVariables } from "@/lib/core/role-variables";
import { requireOtherSite } from "@/lib/infra/other-site";

const PRODUCTION = {
  COPPICE_ENV: "production",
  DATABASE_URL: "postgresql://coppice:hidden-password@db.example/coppice",
  REDIS_URL: "redis://redis.example",
  COPPICE_URL: "https://coppice.example",
  COPPICE_CONTENT_URL: "https://content.example",
  COPPICE_SECRET_KEYS: "k1:hidden",
  CLIENT_ADDRESS_HEADER: "X-Client-Address",
};

function messageOf(source: Record<string, string | undefined>): string {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("the environment", () => {
  it("is development on port 3000 of loopback when nothing is set", () => {
    expect(readEnvironment({})).toMatchObject({
      ...{ mode: "development", port: 3000, host: "127.0.0.1", url: "http://localhost:3000", roles: null },
      ...{ databaseUrl: null, redisUrl: null, clientAddressHeader: null, metricsToken: null, secretKeys: null },
    });
  });

  it("in production lacks nothing, or one error names each variable that is missing", () => {
    expect(readEnvironment(PRODUCTION)).toMatchObject({ mode: "production", clientAddressHeader: "x-client-address" });
    const message = messageOf({ COPPICE_ENV: "production" });
    const required = Object.keys(PRODUCTION).filter((name) => name !== "COPPICE_ENV");
    for (const name of required) expect(message).toContain(name);
    for (const name of required) {
      const lacking = messageOf({ ...PRODUCTION, [name]: undefined });
      expect(required.filter((other) => new RegExp(`\\b${other}\\b`).test(lacking))).toEqual([name]);
      expect(messageOf({ ...PRODUCTION, [name]: "" })).toBe(lacking);
    }
  });

  it("in production runs an installed PostgreSQL where it is given no database", () => {
    const { DATABASE_URL: _, ...rest } = PRODUCTION;
    expect(readEnvironment({ ...rest, COPPICE_POSTGRES_BIN: "/opt/postgresql/bin" })).toMatchObject({
      ...{ databaseUrl: null, postgres: { bin: "/opt/postgresql/bin", publicAccess: null } },
    });
    expect(messageOf(rest)).toContain("not set: DATABASE_URL or COPPICE_POSTGRES_BIN");
  });

  it("takes where clients of other machines reach the databases, with a certificate", () => {
    const files = { COPPICE_POSTGRES_CERTIFICATE_FILE: "/tls/chain.pem", COPPICE_POSTGRES_KEY_FILE: "/tls/key.pem" };
    const accessOf = (COPPICE_POSTGRES_ADDRESS: string) =>
      readEnvironment({ COPPICE_POSTGRES_ADDRESS, ...files }).postgres.publicAccess;
    const read = { certificateFile: "/tls/chain.pem", keyFile: "/tls/key.pem" };
    expect(accessOf("db.example.com")).toEqual({ host: "db.example.com", port: 5432, ...read });
    expect(accessOf("[2001:db8::1]:6432")).toEqual({ host: "[2001:db8::1]", port: 6432, ...read });
    expect(messageOf({ ...files, COPPICE_POSTGRES_ADDRESS: "postgresql://db.example.com" })).toContain(
      "must be a host",
    );
    expect(messageOf({ ...files, COPPICE_POSTGRES_ADDRESS: "db.example.com:0" })).toContain("must have a port");
    expect(messageOf({ COPPICE_POSTGRES_ADDRESS: "db.example.com" })).toContain("need each other");
    expect(messageOf(files)).toContain("need each other");
  });

  it("serves content on the port behind its own, under another name of the machine", () => {
    expect(readEnvironment({})).toMatchObject({ contentUrl: "http://127.0.0.1:3001", contentPort: 3001 });
    const onAddress = readEnvironment({ COPPICE_URL: "http://127.0.0.1:4000", COPPICE_CONTENT_PORT: "5000" });
    expect(onAddress).toMatchObject({ contentUrl: "http://localhost:5000", contentPort: 5000 });
  });

  it("8.4: on IPv6 alone, serves content where it listens, and under another name where its own is an address", () => {
    const ipv6 = { HOST: "::1" };
    expect(readEnvironment(ipv6)).toMatchObject({ url: "http://localhost:3000", contentUrl: "http://[::1]:3001" });
    const onAddress = readEnvironment({ ...ipv6, COPPICE_URL: "http://[::1]:3000" });
    expect(onAddress).toMatchObject({ url: "http://[::1]:3000", contentUrl: "http://localhost:3001" });
    for (const { url, contentUrl } of [readEnvironment(ipv6), onAddress]) {
      expect(() => requireOtherSite(url, contentUrl)).not.toThrow();
    }
  });

  it("in production has an https origin", () => {
    expect(messageOf({ ...PRODUCTION, COPPICE_URL: "http://coppice.example" })).toContain("https://");
  });

  it("takes the key ring from a file as well", () => {
    const { COPPICE_SECRET_KEYS: _, ...rest } = PRODUCTION;
    const { secretKeys } = readEnvironment({ ...rest, COPPICE_SECRET_KEYS_FILE: "/keys" });
    expect(secretKeys).toEqual({ file: "/keys" });
  });

  it("names everything that is wrong in one error, and repeats no value", () => {
    const message = messageOf({
      PORT: "70000",
      COPPICE_ENV: "test",
      COPPICE_ROLES: "web,cook",
      COPPICE_URL: "ftp://x",
    });
    for (const name of ["PORT", "COPPICE_ENV", "COPPICE_ROLES", "COPPICE_URL"]) expect(message).toContain(name);
    expect(messageOf({ ...PRODUCTION, PORT: "x" })).not.toContain("hidden");
  });

  it("gives links the origin alone, without a slash", () => {
    expect(readEnvironment({ COPPICE_URL: "https://coppice.example:8443/" }).url).toBe("https://coppice.example:8443");
  });

  it("stops at a crash point in development only", () => {
    expect(readEnvironment({ COPPICE_CRASH_AT: "create.ready" }).crashAt).toBe("create.ready");
    expect(readEnvironment({ ...PRODUCTION, COPPICE_CRASH_AT: "create.ready" }).crashAt).toBeNull();
  });

  it("knows other addresses of providers: described in full, by https, or on loopback in development", () => {
    const github = {
      issuer: "https://github.example/login/oauth",
      authorizationEndpoint: "https://github.example/authorize",
      tokenEndpoint: "https://github.example/token",
      userEndpoint: "https://github.example/user",
      emailsEndpoint: "https://github.example/emails",
    };
    const read = (endpoints: unknown) => ({ COPPICE_PROVIDER_ENDPOINTS: JSON.stringify(endpoints) });
    expect(readEnvironment({}).providers).toEqual({ konnosIssuer: null, endpoints: {} });
    expect(readEnvironment({ ...PRODUCTION, ...read({ github }) }).providers.endpoints).toEqual({ github });
    const { emailsEndpoint: _, ...partial } = github;
    expect(messageOf(read({ github: partial }))).toContain("COPPICE_PROVIDER_ENDPOINTS.github: lacks emailsEndpoint");
    expect(messageOf(read({ github: { issuer: github.issuer } }))).toContain("lacks authorizationEndpoint");
    expect(messageOf(read({ myspace: github }))).toContain("COPPICE_PROVIDER_ENDPOINTS");
    expect(messageOf({ COPPICE_PROVIDER_ENDPOINTS: "{" })).toContain("must be JSON");
    for (const issuer of ["http://konnos.example", "ftp://konnos.example", "konnos"]) {
      expect(messageOf({ KONNOS_ISSUER: issuer })).toContain("KONNOS_ISSUER");
    }
    expect(messageOf({ KONNOS_ISSUER: "http://127.0.0.1:4000" })).toBe("accepted");
    expect(messageOf({ ...PRODUCTION, KONNOS_ISSUER: "http://127.0.0.1:4000" })).toContain("https");
    expect(messageOf({ ...PRODUCTION, ...read({ google: { issuer: "http://localhost" } }) })).toContain("https");
  });

  it("knows a store of objects by all of its variables or none", () => {
    const store = {
      COPPICE_S3_BUCKET: "objects",
      COPPICE_S3_ACCESS_KEY_ID: "id",
      COPPICE_S3_SECRET_ACCESS_KEY: "secret",
    };
    expect(readEnvironment({}).s3).toBeNull();
    expect(readEnvironment(store).s3).toMatchObject({ bucket: "objects", endpoint: null, region: "us-east-1" });
    for (const name of Object.keys(store)) {
      expect(messageOf({ ...store, [name]: undefined })).toContain("must be set together");
    }
    expect(messageOf({ COPPICE_S3_ENDPOINT: "https://s3.example" })).toContain("must be set together");
    expect(messageOf({ ...store, COPPICE_S3_ENDPOINT: "ftp://s3.example" })).toContain("COPPICE_S3_ENDPOINT");
  });

  it("knows a place for backups by its passphrase, and in a bucket by the keys of a store", () => {
    const folder = { COPPICE_BACKUPS: "/mnt/backups", COPPICE_BACKUPS_PASSPHRASE_FILE: "/etc/passphrase" };
    const keys = { COPPICE_S3_ACCESS_KEY_ID: "id", COPPICE_S3_SECRET_ACCESS_KEY: "secret" };
    expect(readEnvironment({}).backups).toBeNull();
    expect(readEnvironment(folder).backups).toMatchObject({ place: { folder: "/mnt/backups" }, everySeconds: 5 });
    expect(readEnvironment(folder).backups).toMatchObject({ bytesPerSecond: null });
    const capped = { ...folder, COPPICE_BACKUPS_BYTES_PER_SECOND: "10000000" };
    expect(readEnvironment(capped).backups).toMatchObject({ bytesPerSecond: 10_000_000 });
    const tooLow = { ...folder, COPPICE_BACKUPS_BYTES_PER_SECOND: "1" };
    expect(messageOf(tooLow)).toContain("COPPICE_BACKUPS_BYTES_PER_SECOND");
    expect(messageOf({ COPPICE_BACKUPS: "/mnt/backups" })).toContain("COPPICE_BACKUPS_PASSPHRASE_FILE");
    const bucket = { ...folder, COPPICE_BACKUPS: "s3://acme/coppice/first/" };
    expect(readEnvironment({ ...bucket, ...keys })).toMatchObject({
      backups: { place: { bucket: "acme", prefix: "coppice/first", access: { accessKeyId: "id", endpoint: null } } },
      // The keys are for the backups alone.
      s3: null,
    });
    expect(messageOf(bucket)).toContain("COPPICE_S3_ACCESS_KEY_ID");
    expect(messageOf({ ...bucket, ...keys, COPPICE_BACKUPS: "s3:/acme" })).toContain("s3://bucket/prefix");
  });

  it("keeps the last day of the embedded databases on their own disk, unless it's told otherwise", () => {
    const both = { COPPICE_BACKUPS_SCRATCH: "/srv/scratch", COPPICE_WINDOW_HOURS: "48" };
    expect(readEnvironment({}).localWindow).toEqual({ hours: 24, afterSeconds: 120, isAsked: false, scratch: null });
    expect(readEnvironment(both).localWindow).toMatchObject({ hours: 48, isAsked: true, scratch: "/srv/scratch" });
    expect(readEnvironment({ COPPICE_WINDOW_HOURS: "0" }).localWindow).toMatchObject({ hours: 0, isAsked: false });
    expect(messageOf({ COPPICE_WINDOW_HOURS: "169" })).toContain("COPPICE_WINDOW_HOURS");
  });

  it("knows a billing provider by all of its variables or none", () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
    const billing = {
      COPPICE_BILLING: "standard",
      COPPICE_BILLING_SECRET: `${secret}, ${secret}`,
      COPPICE_BILLING_PLANS: '{"prod_1":"pro","__proto__":"team"}',
    };
    expect(readEnvironment({}).billing).toBeNull();
    const read = readEnvironment({ ...billing, COPPICE_BILLING_PORTAL_URL: "https://pay.example" }).billing;
    expect(read).toMatchObject({ scheme: "standard", secrets: [secret, secret], portalUrl: "https://pay.example" });
    expect(read?.plans.get("prod_1")).toBe("pro");
    expect(read?.plans.get("toString")).toBeUndefined();
    for (const name of Object.keys(billing)) {
      expect(messageOf({ ...billing, [name]: undefined })).toContain("must be set together");
    }
    expect(messageOf({ COPPICE_BILLING_PORTAL_URL: "https://pay.example" })).toContain("must be set together");
    const wrong = {
      COPPICE_BILLING: "cash",
      COPPICE_BILLING_SECRET: "short",
      COPPICE_BILLING_PLANS: '{"prod_1":"gold"}',
      COPPICE_BILLING_PORTAL_URL: "http://pay.example",
    };
    for (const [name, value] of Object.entries(wrong)) expect(messageOf({ ...billing, [name]: value })).toContain(name);
    const undecodable = messageOf({ ...billing, COPPICE_BILLING_SECRET: "whsec_not base64 but hidden" });
    expect(undecodable).toContain("COPPICE_BILLING_SECRET must be whsec_");
    expect(undecodable).not.toContain("hidden");
  });
});

it.each(["COPPICE_URL", "COPPICE_CONTENT_URL"])("OP-M8: %s with a path is refused, not cut", (name) => {
  const read = (address: string) => readEnvironment({ [name]: address });
  for (const rest of ["/coppice", "/?a=1", "/#b"]) {
    expect(() => read(`https://x.example${rest}`)).toThrow(`${name} must be an origin`);
  }
  expect(() => read("https://user:word@x.example")).toThrow(`${name} must be an origin`);
  // 8.5: one origin, however it is written.
  expect(readEnvironment({ COPPICE_URL: "https://bücher.example/" }).url).toBe("https://xn--bcher-kva.example");
  expect(readEnvironment({ COPPICE_URL: "http://localhost:3000/" }).url).toBe("http://localhost:3000");
  expect(read("HTTPS://X.example:443/")).toMatchObject({
    [name === "COPPICE_URL" ? "url" : "contentUrl"]: "https://x.example",
  });
});

describe("AT-L3: the variables of a role's process", () => {
  const source = {
    ...{ PATH: "/bin", TZ: "UTC", NODE_OPTIONS: "--max-old-space-size=512", PGSSLMODE: "require", LC_ALL: "C" },
    ...{ AWS_SECRET_ACCESS_KEY: "person's", LDAP_PASSWORD: "person's", NODE_AUTH_TOKEN: "person's", npm_config_x: "1" },
    ...{ DATABASE_URL: "postgresql://x", SMTP_URL: "smtp://x", COPPICE_SECRET_KEYS_FILE: "/keys", PORT: "3000" },
    ...{ COPPICE_BILLING_SECRET: "b", COPPICE_AI_KEY: "a", COPPICE_S3_SECRET_ACCESS_KEY: "s" },
    ...{ COPPICE_POSTGRES_BIN: "/opt/postgresql/bin", COPPICE_POSTGRES_KEY_FILE: "/keys/server.key" },
  };
  const POSTGRES = "COPPICE_POSTGRES_BIN";
  const common = [
    "COPPICE_SECRET_KEYS_FILE",
    "DATABASE_URL",
    "LC_ALL",
    "NODE_OPTIONS",
    "PATH",
    "PGSSLMODE",
    "PORT",
    "TZ",
  ];

  it.each([
    ["web", ["COPPICE_AI_KEY", "COPPICE_BILLING_SECRET", POSTGRES, "COPPICE_S3_SECRET_ACCESS_KEY", "SMTP_URL"]],
    ["worker", [POSTGRES, "COPPICE_S3_SECRET_ACCESS_KEY", "SMTP_URL"]],
    ["content", ["COPPICE_S3_SECRET_ACCESS_KEY"]],
    ["functions", ["COPPICE_S3_SECRET_ACCESS_KEY"]],
    ["sql", []],
    ["realtime", []],
  ] as const)("are for %s those it needs, and no others of the person who started the service", (role, further) => {
    expect(Object.keys(selectVariables(source, [role])).sort()).toEqual([...common, ...further].sort());
  });
});
