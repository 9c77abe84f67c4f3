import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { CheckedHttp } from "@/lib/infra/outgoing-http/checked-http";
import { listen } from "@/tests/support/stand-in-server";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  open.push(server);
  return new URL(await listen(server));
}

const request = (url: string | URL, options: { timeoutMilliseconds?: number; maxBytes?: number } = {}) =>
  ({
    method: "POST",
    url: String(url),
    headers: {},
    body: "{}",
    timeoutMilliseconds: 5_000,
    maxBytes: 100,
    ...options,
  }) as const;
const local = new CheckedHttp({ allowsLoopback: true });
const strict = new CheckedHttp({ allowsLoopback: false });

describe("SS-01: addresses that are refused before a connection is made", () => {
  test.each([
    ...["https://127.0.0.1/", "https://[::1]/", "https://0/", "https://2130706433/", "https://0177.0.0.1/"],
    ...["https://0x7f.1/", "https://[::ffff:127.0.0.1]/", "https://localhost/", "https://localhost./"],
    ...["https://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/", "https://10.0.0.1/"],
    ...["http://1.1.1.1/", "https://1.1.1.1:5432/", "https://1.1.1.1:6379/", "https://user:word@1.1.1.1/"],
    ...["file:///etc/passwd", "gopher://1.1.1.1/", "ftp://1.1.1.1/", "//1.1.1.1/", "1.1.1.1", ""],
  ])("%s", async (url) => {
    await expect(strict.check(url)).rejects.toMatchObject({ failure: "refused" });
    await expect(strict.send(request(url))).rejects.toMatchObject({ failure: "refused" });
  });

  test("a name with one inside address among public ones", async () => {
    const mixed = new CheckedHttp({ allowsLoopback: true, resolve: async () => ["1.1.1.1", "127.0.0.1"] });
    await expect(mixed.check("https://hooks.example/")).rejects.toMatchObject({ failure: "refused" });
  });

  test("if loopback is allowed, no other inside address is", async () => {
    for (const url of ["http://10.0.0.1/", "https://169.254.169.254/", "http://0.0.0.0/", "http://1.1.1.1/"]) {
      await expect(local.check(url)).rejects.toMatchObject({ failure: "refused" });
    }
  });

  test("loopback is allowed by a setting of development alone", () => {
    const allowed = { COPPICE_OUTGOING_LOOPBACK: "allowed" };
    const production = { COPPICE_ENV: "production", COPPICE_URL: "https://coppice.example", SMTP_URL: "smtps://m" };
    const needed = {
      DATABASE_URL: "postgres://d",
      REDIS_URL: "redis://r",
      COPPICE_CONTENT_URL: "https://content.example",
      CLIENT_ADDRESS_HEADER: "x-address",
    };
    expect(readEnvironment({}).allowsOutgoingLoopback).toBe(false);
    expect(readEnvironment(allowed).allowsOutgoingLoopback).toBe(true);
    const keys = { COPPICE_SECRET_KEYS: "k1:a" };
    expect(readEnvironment({ ...production, ...needed, ...keys, ...allowed }).allowsOutgoingLoopback).toBe(false);
  });
});

test("SS-01: a name is resolved once, and the connection goes to the checked address", async () => {
  const hosts: (string | undefined)[] = [];
  const server = await serve((incoming, answer) => {
    hosts.push(incoming.headers.host);
    answer.end("taken");
  });
  const answers = [["127.0.0.1"], ["10.0.0.1"]];
  const rebinding = new CheckedHttp({ allowsLoopback: true, resolve: async () => answers.shift() ?? [] });
  const answer = await rebinding.send(request(`http://rebinding.invalid:${server.port}/`));
  expect(Buffer.from(answer.body).toString()).toBe("taken");
  expect(hosts).toEqual([`rebinding.invalid:${server.port}`]);
  expect(answers).toEqual([["10.0.0.1"]]);
  const second = rebinding.send(request(`http://rebinding.invalid:${server.port}/`));
  await expect(second).rejects.toMatchObject({ failure: "refused" });
});

test("SS-01: a redirect is an answer, and is not followed", async () => {
  const asked: (string | undefined)[] = [];
  const server = await serve(({ url }, answer) => {
    asked.push(url);
    answer.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(await local.send(request(server))).toMatchObject({ status: 302, headers: { location: "/elsewhere" } });
  expect(asked).toEqual(["/"]);
});

test("WH-04: of an answer of 10 MB only the first bytes are read, and the connection ends", async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const server = await serve((incoming: IncomingMessage, answer) => {
    incoming.socket.once("close", () => resolve());
    answer.end(Buffer.alloc(10_000_000, "a"));
  });
  const { status, body, isCut } = await local.send(request(server));
  expect({ status, length: body.length, isCut }).toEqual({ status: 200, length: 100, isCut: true });
  await ended;
});

test("WH-04: an answer that does not come, or does not end, is given up", async () => {
  const silent = await serve(() => {});
  const endless = await serve((_incoming, answer) => void answer.write("a"));
  for (const url of [silent, endless]) {
    const answer = local.send(request(url, { timeoutMilliseconds: 200 }));
    await expect(answer).rejects.toMatchObject({
      failure: "timeout",
      message: "No complete answer within 0.2 seconds.",
    });
  }
});

test("a name that is not known and a port that nobody listens on fail by name", async () => {
  const unknown = new CheckedHttp({ allowsLoopback: true, resolve: () => Promise.reject(new Error("ENOTFOUND")) });
  await expect(unknown.send(request("https://a.invalid/"))).rejects.toMatchObject({ failure: "unresolved" });
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(local.send(request(url))).rejects.toMatchObject({
    failure: "unreachable",
    message: "The connection failed (ECONNREFUSED).",
  });
});

test("a certificate is checked against the name that was asked for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=hooks.test", "-addext", "subjectAltName=DNS:hooks.test"];
  const files = ["-keyout", keyFile, "-out", certificateFile];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-nodes", ...subject, ...files], { stdio: "ignore" });
  const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certificateFile, "utf8")];
  rmSync(folder, { recursive: true });
  const server = createTlsServer({ key, cert }, (_incoming, answer) => void answer.end("taken"));
  open.push(server);
  const { port } = new URL(await listen(server));
  const options = { allowsLoopback: true, resolve: async () => ["127.0.0.1"] };
  const trusting = new CheckedHttp({ ...options, authorities: [cert] });
  expect(await trusting.send(request(`https://hooks.test:${port}/`))).toMatchObject({ status: 200 });
  const otherName = trusting.send(request(`https://other.test:${port}/`));
  await expect(otherName).rejects.toMatchObject({ failure: "certificate" });
  const unknownAuthority = new CheckedHttp(options).send(request(`https://hooks.test:${port}/`));
  await expect(unknownAuthority).rejects.toMatchObject({ failure: "certificate" });
});
