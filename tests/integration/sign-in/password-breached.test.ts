import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { PasswordRangeClient } from "@/lib/infra/password-range-client";
import { changePassword } from "@/lib/sign-in/password/change";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const BREACHED = "tuesday-umbrella-47";
const PADDED = "wednesday-umbrella-48";
const UNKNOWN = "thursday-umbrella-49";

const digestOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();

/** Answers as api.pwnedpasswords.com does: `SUFFIX:COUNT` lines with CRLF; padding has the count 0. */
function answerRange(request: IncomingMessage, response: ServerResponse): void {
  const lines = [BREACHED, PADDED].map((password, index) => `${digestOf(password).slice(5)}:${index === 0 ? 42 : 0}`);
  const prefix = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? "")?.[1];
  if (!prefix) return void response.writeHead(400).end("The hash prefix was not in a valid format");
  const fillers = Array.from({ length: 800 }, (_, i) => `${digestOf(String(i)).slice(5)}:${i + 1}`);
  response.setHeader("Content-Type", "text/plain").end([...fillers, ...lines].join("\r\n"));
}

let respond = answerRange;
let requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  respond(request, response);
});

let url: string;
let written = "";
const log = pino(
  { level: "warn" },
  {
    write: (line: string) => {
      written += line;
    },
  },
);

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  respond = answerRange;
  requests = [];
  written = "";
});

/** Longer than a test may take. */
const PATIENT_MS = 600_000;

const withLookUps = (ctx: TestRequest, at = url, timeoutMs = PATIENT_MS): TestRequest => {
  const breachedPasswords = new PasswordRangeClient(at, log, timeoutMs);
  return { ...otherBrowser(ctx), signIn: { ...ctx.signIn, breachedPasswords } };
};

const choose = (ctx: TestRequest, password: string) =>
  send(ctx, signUpWithPassword, { name: "Ada", email: newEmail(), password });

describe("a new password, if the operator allows look-ups,", () => {
  it("PW-02: of a breach is refused, at sign-up and at change; only five digits of its SHA-1 leave the service", async () => {
    const ctx = await makeUserContext();
    await expect(choose(withLookUps(ctx), BREACHED)).rejects.toMatchObject({
      code: "PASSWORD_COMPROMISED",
      message: "This password has turned up in a data breach. Choose another.",
    });
    await signUp(ctx);
    const signIn = { ...ctx.signIn, breachedPasswords: new PasswordRangeClient(url.slice(0, -1), log, PATIENT_MS) };
    const mine = { ...(await signedInRequest(ctx)), signIn };
    const change = send(mine, changePassword, { newPassword: BREACHED, currentPassword: PASSWORD });
    await expectSignInError(change, "PASSWORD_COMPROMISED");
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request.url).toBe(`/range/${digestOf(BREACHED).slice(0, 5)}`);
      expect(request.headers).toMatchObject({ "add-padding": "true", "user-agent": "coppice" });
      const text = JSON.stringify([request.url, request.rawHeaders]);
      for (const secret of [BREACHED, digestOf(BREACHED), digestOf(BREACHED).slice(5, 15)]) {
        expect(text).not.toContain(secret);
      }
    }
    expect(written).toBe("");
  });

  it("of none, or that is only padding, is taken", async () => {
    const ctx = await makeUserContext();
    for (const password of [UNKNOWN, PADDED]) {
      expect((await choose(withLookUps(ctx), password)).token).not.toBeNull();
    }
    expect(requests).toHaveLength(2);
  });

  it("is not looked up where the project says so, nor where the operator has set no address", async () => {
    const ctx = await makeUserContext({ settings: { password: { refuseBreached: false } } });
    expect((await choose(withLookUps(ctx), BREACHED)).token).not.toBeNull();
    const other = await makeUserContext();
    expect((await choose(otherBrowser(other), BREACHED)).token).not.toBeNull();
    expect(requests).toEqual([]);
  });

  it.each<[string, typeof answerRange, number?]>([
    ["answers 503", (_request, response) => void response.writeHead(503).end()],
    ["leads elsewhere", (_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
    ["breaks off", (request) => void request.socket.destroy()],
    ["says nothing in time", () => undefined, 500],
  ])("passes with a line in the log when the look-up %s", async (_words, behave, timeoutMs) => {
    respond = behave;
    const ctx = await makeUserContext();
    expect((await choose(withLookUps(ctx, url, timeoutMs), BREACHED)).token).not.toBeNull();
    expect(requests).toHaveLength(1);
    expect(written.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(written)).toMatchObject({ msg: expect.stringContaining("was let pass") });
    expect(written).not.toContain(BREACHED);
    expect(written).not.toContain(digestOf(BREACHED).slice(0, 5));
  });

  it("passes when nothing listens there", async () => {
    const ctx = await makeUserContext();
    expect((await choose(withLookUps(ctx, "http://127.0.0.1:1/range/"), BREACHED)).token).not.toBeNull();
    expect(written).toContain("was let pass");
  });
});

it("the address comes from COPPICE_PASSWORD_RANGE_URL and must be one of the web", () => {
  expect(readEnvironment({}).passwordRangeUrl).toBeNull();
  expect(readEnvironment({ COPPICE_PASSWORD_RANGE_URL: url }).passwordRangeUrl).toBe(url);
  expect(() => readEnvironment({ COPPICE_PASSWORD_RANGE_URL: "ftp://example.com" })).toThrow(OperatorError);
});
