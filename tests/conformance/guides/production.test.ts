import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parseKeyRing } from "@/lib/core/crypto/seal";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { type PostgresElsewhere, query, startPostgresElsewhere } from "@/tests/support/guides/elsewhere";
import { readGuide } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { laneVariables } from "@/tests/support/lanes";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";
import { RedisServer } from "@/tests/support/redis-server";

const blocks = readGuide("production");
const under = (heading: string) => blocks.filter((block) => block.heading === heading);
const textOf = (file: string) => blocks.find((block) => block.file === file)?.text ?? "";

let reader: Reader;
let redis: RedisServer;
let elsewhere: PostgresElsewhere;
let web: RunningProcess;
let nginx: ChildProcess;
let port: number;

/** The settings of the guide, with what only its reader has. */
const settings = () => ({
  ...(parseEnv(textOf("coppice.env")) as Record<string, string> & { COPPICE_SECRET_KEYS_FILE: string }),
  ...{ PORT: String(port), REDIS_URL: redis.url, SMTP_URL: "smtp://127.0.0.1?tls=none" },
  ...{ DATABASE_URL: laneVariables.DATABASE_URL, COPPICE_METRICS_TOKEN: "metrics-token-of-the-reader" },
});

beforeAll(async () => {
  [redis, elsewhere, port] = await Promise.all([RedisServer.start(), startPostgresElsewhere(), findFreePort([])]);
  const { COPPICE_SECRET_KEYS_FILE: _file, ...variables } = settings();
  const { COPPICE_METRICS_TOKEN } = variables;
  const { COPPICE_SECRET_KEYS } = laneVariables;
  reader = await Reader.start({ COPPICE_METRICS_TOKEN }, { ...variables, COPPICE_SECRET_KEYS, LOG_LEVEL: "silent" });
  const log = join(dirname(reader.folder), "web.log");
  web = startProcess(log, ["dist/server.js"], { ...variables, COPPICE_SECRET_KEYS, COPPICE_ROLES: "web" });
  await untilReady(`http://127.0.0.1:${port}`, web);
  nginx = await startNginx();
});

afterAll(async () => {
  nginx?.kill();
  await Promise.all([nginx && once(nginx, "exit"), web?.stop(), redis?.stop(), elsewhere?.stop()]);
  await reader?.leave();
});

/** Runs nginx by the file of the guide, on ports of its own, with a certificate that the reader's curl trusts. */
async function startNginx(): Promise<ChildProcess> {
  const home = dirname(reader.folder);
  const [tlsPort, plainPort] = [await findFreePort([]), await findFreePort([])];
  const [key, certificate] = [join(home, "key.pem"), join(home, "certificate.pem")];
  const subject = ["-subj", "/CN=coppice.example", "-addext", "subjectAltName=DNS:coppice.example"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", ["req", "-x509", "-nodes", ...curve, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "ignore",
  });
  const site = textOf("coppice.conf")
    .replace("listen 443 ssl", `listen 127.0.0.1:${tlsPort} ssl`)
    .replace("listen 80", `listen 127.0.0.1:${plainPort}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    .replace("127.0.0.1:3000", `127.0.0.1:${port}`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const configuration = join(home, "nginx.conf");
  const http = [...folders, "access_log off;", site].join("\n");
  writeFileSync(configuration, `pid ${home}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`);
  writeFileSync(
    join(home, ".curlrc"),
    `connect-to = "coppice.example:443:127.0.0.1:${tlsPort}"\ncacert = "${certificate}"\n`,
  );
  const child = spawn("/usr/sbin/nginx", ["-c", configuration, "-g", "daemon off;"], { stdio: "ignore" });
  const isServing = () => fetch(`http://127.0.0.1:${plainPort}`, { redirect: "manual" });
  const { status, headers } = await vi.waitFor(isServing, { interval: 50, timeout: 60_000 });
  expect([status, headers.get("location")]).toEqual([301, "https://127.0.0.1/"]);
  return child;
}

it("the key ring is one", async () => {
  await reader.follow(under("The key ring"));
  const text = readFileSync(join(reader.folder, "secret-keys"), "utf8");
  expect(() => parseKeyRing(text)).not.toThrow();
});

it("the proxy of the guide leads to the service, and says itself where a request comes from", async () => {
  await reader.follow(under("The proxy").filter(({ file }) => file === null));
  const forged = 'curl -sS -H "X-Client-Address: nobody" https://coppice.example';
  // Only a request with an address gets as far as its key.
  expect(await reader.type(`${forged}/dashboard -o /dev/null -w "%{http_code}"`)).toMatch(/^30[2-8]$/);
  const direct = await fetch(`http://127.0.0.1:${port}/dashboard`, { redirect: "manual" });
  expect(direct.status).toBe(403);
});

it("doctor knows the settings", async () => {
  const variables = Object.entries(settings()).map(([name, value]) => `${name}='${value}'`);
  await reader.make("coppice.env", variables.join("\n"));
  const [check] = under("Check everything");
  // The hosts of tests are older than production allows, which is what it has to say.
  const printed = await reader.type(`${check?.text} || test $? = 1`);
  expect(printed).toMatch(/redis .*answers/);
  expect(printed).toContain("control plane");
});

it("a backup of Coppice's own database can be restored", async () => {
  await query(elsewhere.url, "CREATE TABLE organisation (id text); INSERT INTO organisation VALUES ('org_1')");
  await query(elsewhere.url, "CREATE DATABASE restored");
  const restored = elsewhere.url.replace(/\/postgres$/, "/restored");
  await reader.type(`export DATABASE_URL=${elsewhere.url} RESTORE_URL=${restored}`);
  await reader.follow(under("Backups"));
  expect(await query(restored, "SELECT id FROM organisation")).toEqual([{ id: "org_1" }]);
});

it("metrics can be read with the token", async () => {
  await reader.follow(under("Watch it"));
  expect(Number(await reader.type(under("Watch it")[0]?.text ?? ""))).toBeGreaterThan(5);
});
