import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { parseKeyRing } from "@/lib/core/crypto/seal";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { readGuide, textOf, under } from "@/tests/support/guides/guide-blocks";
import { type RunningProxy, startProxy } from "@/tests/support/guides/proxies";
import { Reader } from "@/tests/support/guides/reader";
import { laneVariables } from "@/tests/support/lanes";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";
import { RedisServer } from "@/tests/support/redis-server";

const blocks = readGuide("production");

const data = mkdtempSync(join(tmpdir(), "coppice-production-"));
let reader: Reader;
let redis: RedisServer;
let web: RunningProcess;
let port: number;
let contentPort: number;

/** The settings of the guide, with the values that only its reader has. */
const settings = () => ({
  ...(parseEnv(textOf(blocks, "coppice.env")) as Record<string, string> & { COPPICE_SECRET_KEYS_FILE: string }),
  ...{
    PORT: String(port),
    COPPICE_CONTENT_PORT: String(contentPort),
    REDIS_URL: redis.url,
    SMTP_URL: "smtp://127.0.0.1?tls=none",
  },
  ...{
    DATABASE_URL: laneVariables.DATABASE_URL,
    COPPICE_DATA_DIR: data,
    COPPICE_METRICS_TOKEN: "metrics-token-of-the-reader",
  },
});

beforeAll(async () => {
  [redis, port] = await Promise.all([RedisServer.start(), findFreePort([])]);
  contentPort = await findFreePort([port]);
  const { COPPICE_SECRET_KEYS_FILE: _file, ...variables } = settings();
  const { COPPICE_METRICS_TOKEN } = variables;
  const { COPPICE_SECRET_KEYS } = laneVariables;
  reader = await Reader.start({ COPPICE_METRICS_TOKEN }, { COPPICE_SECRET_KEYS, LOG_LEVEL: "silent" });
  const log = join(dirname(reader.folder), "web.log");
  web = startProcess(log, ["dist/server.js"], { ...variables, COPPICE_SECRET_KEYS, COPPICE_ROLES: "web,content" });
  await untilReady(`http://127.0.0.1:${port}`, web);
});

afterAll(async () => {
  await Promise.all([web?.stop(), redis?.stop()]);
  await reader?.leave();
  rmSync(data, { recursive: true, force: true });
});

/** Only the folder of the reader is this test's. */
const inFolder = (text = "") => text.replaceAll("/etc/coppice", reader.folder);
/** The content site without the proxy, whose names this machine does not know. */
const contentUrl = () => `http://127.0.0.1:${contentPort}`;
const forged = (path: string) => `curl -sS -H "X-Client-Address: nobody" https://coppice.example${path}`;

it("the key ring is one", async () => {
  await reader.follow(under(blocks, "The key ring"));
  const text = readFileSync(join(reader.folder, "secret-keys"), "utf8");
  expect(() => parseKeyRing(text)).not.toThrow();
});

it("OP-L9: systemd finds nothing wrong with the unit, and rates its exposure below 3", async () => {
  await reader.make(
    "coppice.service",
    textOf(blocks, "coppice.service").replace("/opt/coppice/coppice", process.execPath),
  );
  expect(await reader.type("systemd-analyze verify --man=no ./coppice.service")).toBe("");
  const rated = await reader.type("systemd-analyze security --offline=true --threshold=30 ./coppice.service");
  expect(rated).toMatch(/Overall exposure level for coppice\.service: [12]\.\d OK/);
});

it("OP-M7: a shell and systemd read the same settings, also with a certificate authority", async () => {
  const text = textOf(blocks, "coppice.env").replace("sslmode=verify-full", "$&&sslrootcert=/etc/coppice/ca.pem");
  expect(text).toContain("verify-full&sslrootcert");
  await reader.make("coppice.env", text);
  const [check] = under(blocks, "Check everything");
  const [source = ""] = inFolder(check?.text).split("\n");
  const names = Object.keys(parseEnv(text));
  const printed = await reader.type(`(${source}; printenv ${names.join(" ")})`);
  expect(printed.trim().split("\n")).toEqual(Object.values(parseEnv(text)));
});

describe.each([
  ["nginx", "coppice.conf"],
  ["caddy", "Caddyfile"],
] as const)("OP-H2: %s by the guide", (name, file) => {
  let proxy: RunningProxy;

  beforeAll(async () => {
    const home = dirname(reader.folder);
    proxy = await startProxy(name, textOf(blocks, file), { web: port, content: contentPort }, join(home, name));
    writeFileSync(join(home, ".curlrc"), proxy.curlrc);
  });

  afterAll(() => proxy?.stop());

  it("leads to the service, and says itself where a request comes from", async () => {
    await reader.follow(under(blocks, "The proxy").filter(({ file }) => file === null));
    // Only a request with an address gets as far as its key.
    expect(await reader.type(`${forged("/dashboard")} -o /dev/null -w "%{http_code}"`)).toMatch(/^30[2-8]$/);
    const direct = await fetch(`http://127.0.0.1:${port}/dashboard`, { redirect: "manual" });
    expect(direct.status).toBe(403);
  });

  it.each(["/v1/realtime", "/v2"])("passes WebSockets on at %s", async (path) => {
    const tls = { ca: proxy.authority, servername: "coppice.example", headers: { host: "coppice.example" } };
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}${path}`, "coppice.v1", tls);
    await once(socket, "open");
    socket.terminate();
  });

  it.each([
    ["SQL of 4 MB", "https://coppice.example/sql", 4_194_304, /^4(?!13)\d\d \{.*"code":/],
    ["more SQL than that", "https://coppice.example/sql", 4_194_305, /^413 \{.*"code":"body_too_large"/],
    ["what is stored, by its own name", "https://coppice-content.example/upload", 16_777_216, /^404 \{.*"code":/],
  ])("leaves it to the service to judge %s", async (_what, url, bytes, answer) => {
    const send = `curl -sS -H "Content-Type: application/json" --data-binary @- -o answer -w "%{http_code} " ${url}`;
    expect(await reader.type(`head -c ${bytes} /dev/zero | tr '\\0' ' ' | ${send}; cat answer`)).toMatch(answer);
  });

  it("doctor knows the settings, and asks the service as its users do", async () => {
    const address = { COPPICE_URL: `https://localhost:${proxy.port}`, COPPICE_CONTENT_URL: contentUrl() };
    const own = { ...settings(), ...address, NODE_EXTRA_CA_CERTS: proxy.certificate };
    await reader.make(
      "coppice.env",
      Object.entries(own)
        .map(([key, value]) => `${key}='${value}'`)
        .join("\n"),
    );
    const [check] = under(blocks, "Check everything");
    // The hosts of tests are older than production allows, and it has to say so.
    const printed = await reader.type(`${inFolder(check?.text)} || test $? = 1`);
    expect(printed).toMatch(/redis .*answers/);
    expect(printed).toContain("control plane");
    for (const part of ["WebSockets", "large bodies", "client's address", "certificate"]) {
      expect(printed).toMatch(new RegExp(`^ok +address: ${part} `, "m"));
    }
  });

  it("metrics can be read with the token", async () => {
    await reader.follow(under(blocks, "Watch it"));
    expect(Number(await reader.type(under(blocks, "Watch it")[0]?.text ?? ""))).toBeGreaterThan(5);
  });
});
