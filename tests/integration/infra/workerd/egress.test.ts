import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { FunctionEgress } from "@/lib/core/ports/function-runtime";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const ASK = `
  import { connect } from "cloudflare:sockets";
  const said = async (work) => { try { return await work(); } catch (error) { return String(error); } };
  export default { async fetch(request) {
    const { urls = [], addresses = [], headers } = await request.json();
    const answers = [];
    for (const url of urls) answers.push(await said(async () => {
      const answer = await fetch(url, { headers });
      return answer.status + " " + await answer.text();
    }));
    for (const address of addresses) answers.push(await said(async () => {
      const socket = connect(address); await socket.opened; await socket.close(); return "opened"; }));
    return Response.json(answers);
  } };`;

interface Asked {
  urls?: string[];
  addresses?: string[];
  headers?: Record<string, string>;
}

const OPEN: FunctionEgress = { mode: "open", hosts: [] };

async function ask({ runtime }: ReturnType<typeof startFunctions>, asked: Asked, egress = OPEN): Promise<string[]> {
  const init = { method: "POST", body: JSON.stringify(asked) };
  return (await answerOf(runtime, program(ASK, { egress }), invocation("/", init))).json();
}

async function listen(answer: (request: IncomingMessage) => { status?: number; headers?: object; body?: string }) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const { status = 200, headers = {}, body = "reached" } = answer(request);
    response.writeHead(status, headers as Record<string, string>).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}

test("FN-03: no private, special or own address is reached, however it is written, and the log says so", async () => {
  const { port, requests } = await listen(() => ({}));
  const hosts = [
    ...["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "localhost.", "2130706433", "0x7f.1", "0177.0.0.1"],
    ...["0.0.0.0", "[::]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "[fd00::1]"],
    ...["[fe80::1]", "[64:ff9b::7f00:1]", "224.0.0.1", "168.63.129.16", "rebound.example"],
  ];
  const functions = startFunctions({ rules: { resolve: async () => ["127.0.0.1"] } });
  const urls = hosts.map((host) => `http://${host}:${port}/`);
  const answers = await ask(functions, { urls });
  expect(answers).toEqual(
    hosts.map(() => expect.stringMatching(/^TypeError: .*(isn't on the public internet|can't be resolved)/)),
  );
  expect(requests).toEqual([]);
  await expect.poll(() => functions.outcomes).toHaveLength(1);
  const refused = functions.outcomes[0]?.logs.filter(({ level }) => level === "warn") ?? [];
  expect(refused).toHaveLength(hosts.length);
});

test("FN-03: connections that are no HTTP are held to the same rules", async () => {
  const { port, requests } = await listen(() => ({}));
  const functions = startFunctions();
  const addresses = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    "[::1]:80",
    "169.254.169.254:80",
    "database.internal:5432",
  ];
  const answers = await ask(functions, { addresses });
  expect(answers).toEqual(addresses.map(() => expect.stringContaining("cannot connect")));
  expect(requests).toEqual([]);
});

test("FN-03: a name that has one public address and one of this machine is refused", async () => {
  const functions = startFunctions({ rules: { resolve: async () => ["93.184.215.14", "127.0.0.1"] } });
  const [answer] = await ask(functions, { urls: ["http://two.example/"] });
  expect(answer).toMatch(/^TypeError: two.example isn't on the public internet/);
});

test("FN-03: a redirect to a private address is refused where it leads", async () => {
  const { port } = await listen(() => ({ status: 302, headers: { location: "http://169.254.169.254/latest" } }));
  const functions = startFunctions({ rules: { allowsLoopback: true } });
  const [answer] = await ask(functions, { urls: [`http://127.0.0.1:${port}/`] });
  expect(answer).toMatch(/^TypeError: 169.254.169.254 isn't on the public internet/);
});

test("FN-03: ports other than 80 and 443 are refused", async () => {
  const functions = startFunctions({ rules: { resolve: async () => ["93.184.215.14"] } });
  const [answer] = await ask(functions, { urls: ["http://public.example:5432/"] });
  expect(answer).toMatch(/^TypeError: Functions reach ports 80 and 443 alone, not 5432/);
});

test("a function may reach no host, or exactly those that are listed", async () => {
  const { port } = await listen(() => ({}));
  const functions = startFunctions({ rules: { allowsLoopback: true, resolve: async () => ["127.0.0.1"] } });
  const urls = [`http://a.example:${port}/`, `http://A.example.:${port}/`, `http://b.a.example:${port}/`];
  expect(await ask(functions, { urls }, { mode: "none", hosts: ["a.example"] })).toEqual(
    urls.map(() => expect.stringMatching(/^TypeError: This function may reach no hosts/)),
  );
  expect(await ask(functions, { urls }, { mode: "list", hosts: ["a.example"] })).toEqual([
    ...["200 reached", "200 reached"],
    expect.stringMatching(/^TypeError: This function may not reach b.a.example/),
  ]);
});

test("the request that reaches a host is the function's, without headers that mean something to this service", async () => {
  const { port, requests } = await listen(() => ({ headers: { "x-theirs": "1", "x-coppice-caller": "forged" } }));
  const functions = startFunctions({ rules: { allowsLoopback: true } });
  const headers = { "x-own": "1", "x-coppice-caller": "forged", "x-coppice-depth": "0" };
  expect(await ask(functions, { urls: [`http://127.0.0.1:${port}/a?b=c`], headers })).toEqual(["200 reached"]);
  expect(requests[0]?.url).toBe("/a?b=c");
  expect(requests[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, "x-own": "1" });
  expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith("x-coppice-"))).toEqual([]);
});

test("an invocation sends 50 requests at most", async () => {
  const { port, requests } = await listen(() => ({}));
  const functions = startFunctions({ rules: { allowsLoopback: true } });
  const answers = await ask(functions, { urls: Array(52).fill(`http://127.0.0.1:${port}/`) });
  expect(answers.slice(-3)).toEqual([
    "200 reached",
    ...Array(2).fill(expect.stringMatching(/^TypeError: .*at most 50 requests/)),
  ]);
  expect(requests).toHaveLength(50);
});

test("SV-M7 a request that could not be made rejects, and a server's own 403 or 502 is an answer", async () => {
  const { port } = await listen(() => ({ status: 502, headers: { "x-coppice-egress": "refused" }, body: "its own" }));
  const functions = startFunctions({ rules: { allowsLoopback: true, resolve: async () => [] } });
  const script = `
    const said = [];
    for (const url of await request.json()) said.push(await fetch(url).then(
      async (answer) => [answer.status, await answer.text()], (error) => [error instanceof TypeError, error.message]));
    return Response.json(said);`;
  const urls = [`http://127.0.0.1:${port}/`, "https://nowhere.example/"];
  const init = { method: "POST", body: JSON.stringify(urls) };
  const answer = await answerOf(functions.runtime, program(script, { egress: OPEN }), invocation("/", init));
  expect(await answer.json()).toEqual([
    [502, "its own"],
    [true, "nowhere.example has no address."],
  ]);
});

test("SV-H5 a function reaches the service's own sites, wherever they are, and is told of them and of its project", async () => {
  const [own, content, other] = [await listen(() => ({})), await listen(() => ({})), await listen(() => ({}))];
  const service = { url: `http://127.0.0.1:${own.port}`, contentUrl: `http://localhost:${content.port}` };
  const functions = startFunctions({ rules: { service } });
  const script = `
    const { COPPICE_URL, COPPICE_CONTENT_URL, COPPICE_PROJECT_ID } = process.env;
    const said = [];
    for (const url of [COPPICE_URL + "/v1/projects/" + COPPICE_PROJECT_ID, COPPICE_CONTENT_URL + "/f/a/b", await request.text()])
      said.push(await fetch(url).then((answer) => answer.text(), (error) => error.message));
    return Response.json(said);`;
  const body = `http://127.0.0.1:${other.port}/`;
  const asking = program(script, { projectId: "prj_own" });
  const answer = await answerOf(functions.runtime, asking, invocation("/", { method: "POST", body }));
  expect(await answer.json()).toEqual(["reached", "reached", "127.0.0.1 isn't on the public internet."]);
  expect(own.requests.map(({ url }) => url)).toEqual(["/v1/projects/prj_own"]);
  expect(other.requests).toEqual([]);
  const [address] = await ask(functions, { addresses: [`127.0.0.1:${own.port}`] });
  expect(address).not.toBe("opened");
  const [closed] = await ask(functions, { urls: [service.url] }, { mode: "none", hosts: [] });
  expect(closed).toMatch(/may reach no hosts/);
});
