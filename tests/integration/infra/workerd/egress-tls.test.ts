import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { CertificateAuthority, type Certified, selfSigned } from "@/tests/support/certificates";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const ASK = `try {
    const answer = await fetch(await request.text(), { method: "POST", body: "hi" });
    return Response.json([answer.status, (await answer.text()).trim()]);
  } catch (error) { return Response.json([error.name, error.message]); }`;

let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await CertificateAuthority.create("An authority of the test");
});

/** Serves TLS with a certificate, and tells the names that were asked for and the bodies that arrived. */
async function serve(certified: Certified) {
  const seen: string[] = [];
  const server = createServer(certified, async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push(`${(request.socket as TLSSocket).servername} ${body}`);
    response.end("reached");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, seen };
}

async function ask(url: string, { isTrusted = true } = {}): Promise<[number | string, string]> {
  const authorities = isTrusted ? { authorities: [authority.certificate.toString("pem")] } : {};
  const { runtime } = startFunctions({
    rules: { allowsLoopback: true, resolve: async () => ["127.0.0.1"], ...authorities },
  });
  return (await answerOf(runtime, program(ASK), invocation("/", { method: "POST", body: url }))).json();
}

const REFUSED = ["TypeError", "The host can't be reached, or its certificate isn't valid."];

test("FN-03: a function reaches a host whose certificate is good, by its name", async () => {
  const { port, seen } = await serve(await authority.issue({ host: "api.example.com" }));
  expect(await ask(`https://api.example.com:${port}/`)).toEqual([200, "reached"]);
  expect(seen).toEqual(["api.example.com hi"]);
});

const BAD: [string, () => Promise<Certified>][] = [
  ["is another host's", () => authority.issue({ host: "other.example.com" })],
  ["has expired", () => authority.issue({ host: "api.example.com", from: -30, until: -1 })],
  ["isn't valid yet", () => authority.issue({ host: "api.example.com", from: 1 })],
  ["is signed by itself", () => selfSigned({ host: "api.example.com" })],
  [
    "is of an authority that nobody trusts",
    async () => (await CertificateAuthority.create("A stranger")).issue({ host: "api.example.com" }),
  ],
];

test.each(BAD)("FN-03: nothing is sent to a host whose certificate %s", async (_name, certified) => {
  const { port, seen } = await serve(await certified());
  expect(await ask(`https://api.example.com:${port}/`)).toEqual(REFUSED);
  expect(seen).toEqual([]);
});

test("FN-03: an authority that only the test trusts is none of the service's own", async () => {
  const { port, seen } = await serve(await authority.issue({ host: "api.example.com" }));
  expect(await ask(`https://api.example.com:${port}/`, { isTrusted: false })).toEqual(REFUSED);
  expect(seen).toEqual([]);
});
