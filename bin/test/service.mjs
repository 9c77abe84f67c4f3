import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pinnedNode, root } from "../paths.mjs";

/**
 * Runs `work` beside a production build with a data folder of its own; `work` is given the lines its first run
 * printed and where its data is, which the command line needs. Answers whether the work succeeded and none of the
 * secrets that it noted in `COPPICE_USED_SECRETS_FILE` was written down. A variable of `environment` replaces one of
 * the service's own; `undefined` leaves it out.
 */
export async function withService(work, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-e2e-"));
  chmodSync(folder, 0o711);
  const dataFolder = join(folder, "data");
  const usedSecretsFile = join(folder, "used-secrets");
  writeFileSync(usedSecretsFile, "", { mode: 0o600 });
  const mailFolder = join(folder, "mail");
  mkdirSync(mailFolder);
  const recordFolder = join(folder, "records");
  mkdirSync(recordFolder);
  const [port, contentPort, smtpPort, gitHubPort, dnsPort, modelPort] = await findFreePorts(6);
  const child = spawn(pinnedNode(), ["dist/server.js"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      COPPICE_CONTENT_PORT: String(contentPort),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=none`,
      COPPICE_PROVIDER_ENDPOINTS: JSON.stringify({ github: gitHubAt(`http://127.0.0.1:${gitHubPort}`) }),
      COPPICE_DATA_DIR: dataFolder,
      COPPICE_WINDOW_HOURS: "0",
      COPPICE_DNS_SERVERS: `127.0.0.1:${dnsPort}`,
      COPPICE_AI_URL: `http://127.0.0.1:${modelPort}/v1`,
      COPPICE_AI_MODEL: "stand-in",
      COPPICE_OUTGOING_LOOPBACK: "allowed",
      COPPICE_OPERATORS: operators().join(),
      LOG_LEVEL: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const log = join(folder, "service.log");
  child.stderr.pipe(process.stderr, { end: false });
  const written = once(child.stderr.pipe(createWriteStream(log, { mode: 0o600 })), "finish");
  const ended = once(child, "exit");
  let isSuccess = false;
  try {
    const output = await readUntilServing(child);
    const variables = Object.fromEntries(
      [...output.matchAll(/^(COPPICE_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    isSuccess = await work({
      ...variables,
      COPPICE_DATA_DIR: dataFolder,
      COPPICE_USED_SECRETS_FILE: usedSecretsFile,
      // The ports at which the tests answer requests of the service: tests/e2e/global-setup.ts.
      COPPICE_OUTGOING_LOOPBACK: "allowed",
      COPPICE_TEST_DNS_PORT: String(dnsPort),
      COPPICE_TEST_SMTP_PORT: String(smtpPort),
      COPPICE_TEST_GITHUB_PORT: String(gitHubPort),
      COPPICE_TEST_MODEL_PORT: String(modelPort),
      COPPICE_TEST_MAIL_FOLDER: mailFolder,
      COPPICE_TEST_RECORD_FOLDER: recordFolder,
    });
  } finally {
    child.kill("SIGTERM");
    const [code] = await ended;
    await written;
    const logs = [log, join(dataFolder, "control.log"), join(dataFolder, "host-1.log")];
    isSuccess = (await isTight(usedSecretsFile, logs.filter(existsSync))) && isSuccess;
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) process.stderr.write(`The service ended with ${code}.\n`);
  }
  return isSuccess;
}

/** Addresses whose accounts tests make: four for each worker that may run them (tests/e2e/operator.ts). */
function operators() {
  return Array.from({ length: 800 }, (_, i) => `operator-${Math.floor(i / 4)}-${i % 4}@operators.example`);
}

/** LG-01: whether none of the secrets of the tests is in a log. */
async function isTight(usedSecretsFile, logs) {
  const script = join(root, "bin", "test", "search-leaks.mjs");
  const search = spawn(pinnedNode(), [script, usedSecretsFile, ...logs], { stdio: "inherit" });
  const [code] = await once(search, "exit");
  return code === 0;
}

async function readUntilServing(child) {
  let output = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes("(Ctrl-C stops it)")) {
      child.stdout.resume();
      return output;
    }
  }
  throw new Error("The service ended before it served.");
}

function gitHubAt(origin) {
  return {
    issuer: `${origin}/login/oauth`,
    authorizationEndpoint: `${origin}/login/oauth/authorize`,
    tokenEndpoint: `${origin}/login/oauth/access_token`,
    userEndpoint: `${origin}/user`,
    emailsEndpoint: `${origin}/user/emails`,
  };
}

/** All at once, so that none is found twice. */
async function findFreePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}
