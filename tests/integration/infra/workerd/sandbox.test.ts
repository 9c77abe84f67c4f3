import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findLaunch, findWorkerd } from "@/lib/infra/workerd/launch";
import { runToEnd } from "@/lib/infra/workerd/run-to-end";
import { blockEventLoop } from "@/tests/support/block-event-loop";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const run = promisify(execFile);
const workerd = findWorkerd() ?? "";

test("this machine has bubblewrap, so that the next tests attack the sandbox itself", async () => {
  const { launched } = startFunctions({ mode: "production" });
  expect(await launched).toBe("bubblewrap");
});

test("FN-03: inside there are no files but the runtime's own, no other process, no network, no rights", async () => {
  const seen = await inside(`
    const { readdirSync, readFileSync } = require("node:fs");
    const list = (path) => { try { return readdirSync(path); } catch (error) { return error.code; } };
    const read = (path) => { try { return readFileSync(path, "utf8"); } catch (error) { return error.code; } };
    console.log(JSON.stringify({
      root: list("/"), proc: list("/proc"), home: list("/root"), tmp: list("/tmp"), passwd: read("/etc/passwd"),
      own: list("/function"), environment: Object.keys(process.env), user: process.getuid(),
    }));`);
  expect(seen).toMatchObject({
    ...{ proc: "ENOENT", home: "ENOENT", tmp: "ENOENT", passwd: "ENOENT" },
  });
  expect(seen.environment).toEqual(["PWD"]);
});

test("FN-03: the runtime itself has no rights, no way to new ones, a filter of system calls and a user of its own", async () => {
  const { runtime } = startFunctions({ mode: "production" });
  const answering = program("return new Response('here')");
  await (await answerOf(runtime, answering, invocation())).text();
  const [status = ""] = readdirSync("/proc")
    .map((name) => readText(`/proc/${name}/status`))
    .filter((text) => text.startsWith("Name:\tworkerd\n") && descendsFromHere(text));
  const of = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
  expect(["CapEff", "NoNewPrivs", "Seccomp"].map(of)).toEqual(["0000000000000000", "1", "2"]);
  if (process.getuid?.() === 0) expect(Number(of("Uid"))).toBeGreaterThanOrEqual(610_000);
});

function descendsFromHere(status: string): boolean {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return parent === process.pid || (parent > 1 && descendsFromHere(readText(`/proc/${parent}/status`)));
}

test.each([
  ["a process", "require('node:child_process').spawnSync('/proc/self/exe')", /EPERM|ENOENT|EACCES/],
  ["a socket of the network", "require('node:dgram').createSocket('udp4').bind(0)", /EPERM|EACCES/],
  ["a file outside its folder", "require('node:fs').writeFileSync('/new', 'x')", /EROFS|EACCES|ENOENT/],
])("FN-03: native code inside gets no %s", async (_name, attack, refusal) => {
  const seen = await inside(`
    process.on("uncaughtException", (error) => { console.log(JSON.stringify({ said: String(error.code ?? error) })); process.exit(); });
    const result = ${attack};
    if (result?.error) throw result.error;
    setTimeout(() => { console.log(JSON.stringify({ said: "allowed" })); process.exit(); }, 500);`);
  expect(seen.said).toMatch(refusal);
});

/** Runs Node in the runtime's place, as native code would run that broke out of it. */
async function inside(script: string): Promise<{ said?: string; environment?: string[] }> {
  const root = await mkdtemp(join(tmpdir(), "coppice-sandbox-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const launch = await findLaunch(workerd, { mode: "production", sandbox: null, folder: root });
  if (!launch) throw new Error("nothing here keeps functions apart");
  const folder = await mkdtemp(join(root, "function-"));
  const { file, args, filterFile } = launch.commandFor(folder, [], 0);
  await writeFile(join(folder, "attack.js"), script);
  const { stdout: libraries } = await run("ldd", [process.execPath]);
  const own = [process.execPath, ...[...libraries.matchAll(/(\/[^\s)]+)/g)].map(([path]) => path)];
  const [files, end] = [args.indexOf("--bind"), args.lastIndexOf("--")];
  const binds = own.flatMap((path) => ["--ro-bind", path, path]);
  const words = [...args.slice(0, files), ...binds, ...args.slice(files, end)];
  const command = ["-c", `exec 3< "$0"; exec "$@"`, filterFile ?? "/dev/null", file, ...words];
  const child = spawn("sh", [...command, "--", process.execPath, "attack.js"], { env: {} as NodeJS.ProcessEnv });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  await once(child, "close");
  if (output === "") throw new Error(`the attack said nothing: ${errors}`);
  return JSON.parse(output);
}

test("8.8: without bubblewrap, development uses namespaces and production runs nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-path-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, "probe.mjs");
  await writeFile(script, "process.send(process.env.PATH)");
  for (const name of ["unshare", "setpriv", "ldd", "nice", "prlimit"]) {
    const { stdout } = await run("which", [name]);
    await run("ln", ["-s", stdout.trim(), join(folder, name)]);
  }
  const options = { sandbox: null, folder, searchPath: folder };
  expect((await findLaunch(workerd, { ...options, mode: "development" }))?.kind).toBe("namespace");
  expect(await findLaunch(workerd, { ...options, mode: "production" })).toBeNull();
  await rm(join(folder, "unshare"));
  expect((await findLaunch(workerd, { ...options, mode: "development" }))?.kind).toBe("plain");
});

test("the operator's command runs functions, also in production, and one that fails runs none", async () => {
  const { runtime, launched } = startFunctions({ mode: "production", sandbox: "nice -n 5" });
  expect(await launched).toBe("sandbox");
  expect(await (await answerOf(runtime, program("return new Response('in it')"), invocation())).text()).toBe("in it");
  const without = startFunctions({ mode: "production", sandbox: "false {folder}" });
  expect(await without.launched).toBeNull();
  const refused = answerOf(without.runtime, program("return new Response('x')"), invocation());
  await expect(refused).rejects.toMatchObject({ code: "not_configured" });
});

const CANARY = "canary-\"'(){}[];\\ \n\u0000é😀-secret";

test("FN-06: values with quotes, brackets, line breaks, NUL and embed are data", async () => {
  const { runtime } = startFunctions();
  const values = [
    CANARY,
    '"), (name = "x", text = embed "/etc/passwd"',
    'embed "/etc/passwd"',
    ")];\nconst x = 1;",
    "\\x00\\n",
  ];
  const variables = Object.fromEntries(values.map((value, index) => [`V${index}`, value]));
  const echo = program("return Response.json(Object.values(env))", { variables });
  expect(await (await answerOf(runtime, echo, invocation())).json()).toEqual(values);
});

test.each(['A"', "A)", "A\n", "A B", "", "é", "A=B", "1A"])("FN-06: a variable can't be named %j", async (name) => {
  const { runtime } = startFunctions();
  await expect(runtime.tryStart(program("return 1", { variables: { [name]: "x" } }))).rejects.toThrow();
});

test("SV-M15: neither lines of a secret nor its Base64 stand in the log", async () => {
  const { runtime, outcomes } = startFunctions();
  const PEM = "-----BEGIN KEY-----\nc2VjcmV0LWxpbmUtb25l\nc2VjcmV0LWxpbmUtdHdv\n-----END KEY-----\n";
  const body =
    "console.log(env.PEM.split('\\n')[1]); console.log(btoa(env.PEM)); console.log(btoa('user:' + env.PEM)); return new Response('ok')";
  await answerOf(runtime, program(body, { secrets: { PEM } }), invocation());
  await expect.poll(() => outcomes).toHaveLength(1);
  const [line, encoded, behind] = outcomes[0]?.logs.map(({ message }) => message) ?? [];
  expect([line, encoded]).toEqual(["[PEM]", "[PEM]"]);
  expect(behind).toMatch(/^.{0,8}\[PEM\].{0,4}$/);
});

test("FN-10: secrets stand in no argument, environment, file, log or error", async () => {
  const { runtime, outcomes } = startFunctions();
  const secret = "canary-4f1c9";
  const body = "console.log('it is', env.TOKEN, { deep: env.TOKEN }); throw new Error('failed with ' + env.TOKEN)";
  const leaking = program(body, { secrets: { TOKEN: secret } });
  const failed = await answerOf(runtime, leaking, invocation()).catch((error: unknown) => error);
  expect(String(failed)).not.toContain(secret);
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(JSON.stringify(outcomes)).not.toContain(secret);
  expect(outcomes[0]?.logs[0]?.message).toBe('it is [TOKEN] {"deep":"[TOKEN]"}');
  for (const file of ["cmdline", "environ"]) {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      expect(readText(`/proc/${pid}/${file}`)).not.toContain(secret);
    }
  }
  const { stdout } = await run("grep", ["-rl", secret, ...ownFolders()]).catch(() => ({ stdout: "" }));
  expect(stdout).toBe("");
});

test("FN-11: processes of functions end with the process that started them, which was killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-killed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const launch = await findLaunch(workerd, { mode: "production", sandbox: null, folder });
  const { file, args } = launch?.commandFor(folder, ["serve", "config.capnp"], 0) ?? { file: "", args: [] };
  const plain = args.filter((word, index) => word !== "--seccomp" && args[index - 1] !== "--seccomp");
  await writeFile(join(folder, "config.capnp"), CONFIGURATION);
  const starter = join(folder, "starter.mjs");
  await writeFile(starter, STARTER);
  const child = fork(starter, [folder, file, ...plain], { execArgv: [] });
  await once(child, "message");
  expect(processesIn(folder)).not.toEqual([]);
  child.kill("SIGKILL");
  await expect.poll(() => processesIn(folder)).toEqual([]);
});

const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "internet", network = (allow = [])), (name = "main", worker =
  (modules = [(name = "m.js", esModule = "export default {}")], compatibilityDate = "2026-10-23"))],
  sockets = [(name = "http", address = "unix:http.sock", http = (), service = "main")]);`;

const STARTER = `import { spawn } from "node:child_process"; import { existsSync } from "node:fs";
const [folder, file, ...args] = process.argv.slice(2);
spawn(file, args, { env: {}, cwd: folder, stdio: "ignore" });
setInterval(() => existsSync(folder + "/http.sock") && process.send("listening"), 20);`;

function processesIn(folder: string): string[] {
  return readdirSync("/proc").filter(
    (name) =>
      /^\d+$/.test(name) &&
      readText(`/proc/${name}/cmdline`).includes(folder) &&
      !readText(`/proc/${name}/cmdline`).includes("starter.mjs"),
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function ownFolders(): string[] {
  const name = `coppice-functions-${process.pid}-`;
  return readdirSync(tmpdir())
    .filter((each) => each.startsWith(name))
    .map((each) => join(tmpdir(), each));
}

/** A folder of programs whose bubblewrap does not answer while the file `busy` is there, and then is the real one. */
async function slowBubblewrap(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-slow-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stdout } = await run("which", ["bwrap"]);
  const script = `#!/bin/sh\nif [ -e ${folder}/busy ]; then exec /bin/sleep 60; fi\nexec ${stdout.trim()} "$@"\n`;
  await writeFile(join(folder, "bwrap"), script, { mode: 0o755 });
  await writeFile(join(folder, "busy"), "");
  for (const name of ["unshare", "setpriv", "ldd", "nice", "prlimit"]) {
    const found = await run("which", [name]);
    await run("ln", ["-s", found.stdout.trim(), join(folder, name)]);
  }
  await run("chmod", ["755", folder]);
  return folder;
}

test("OP-H1 a sandbox that doesn't answer is asked again, and nothing weaker takes its place", async () => {
  const searchPath = await slowBubblewrap();
  const { runtime, states } = startFunctions({ mode: "development", searchPath, probeMilliseconds: 2_000 });
  const answering = program("return new Response('here')");
  await expect(answerOf(runtime, answering, invocation())).rejects.toMatchObject({
    code: "function_unavailable",
    retryAfterSeconds: 5,
  });
  await rm(join(searchPath, "busy"));
  await expect.poll(() => runtime.standing()).toMatchObject({ state: "bubblewrap" });
  expect(states).toEqual(["unanswered", "bubblewrap"]);
  expect(await (await answerOf(runtime, answering, invocation())).text()).toBe("here");
});

test("OP-H1 a machine on which a sandbox is installed later runs functions then", async () => {
  const searchPath = await slowBubblewrap();
  await rm(join(searchPath, "busy"));
  await rename(join(searchPath, "bwrap"), join(searchPath, "later"));
  const { runtime, states } = startFunctions({ mode: "production", searchPath });
  await expect(runtime.tryStart(program("return 1"))).rejects.toMatchObject({ code: "not_configured" });
  await rename(join(searchPath, "later"), join(searchPath, "bwrap"));
  await expect.poll(() => runtime.standing()).toMatchObject({ state: "bubblewrap" });
  expect(states).toEqual([null, "bubblewrap"]);
});

test("OP-L4: the machine's reason is told where it lets no function run, as with few open files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pathOf = async (name: string) => (await run("which", [name])).stdout.trim();
  for (const name of ["bwrap", "ldd", "nice"]) await symlink(await pathOf(name), join(folder, name));
  // Root may raise every limit, so the program runs as somebody else.
  const [prlimit, setpriv, id] = await Promise.all(["prlimit", "setpriv", "id"].map(pathOf));
  const asNobody = `[ $(${id} -u) = 0 ] && exec ${setpriv} --reuid=65534 --clear-groups ${prlimit} "$@"`;
  const script = `#!/bin/sh\nulimit -n 256\n${asNobody}\nexec ${prlimit} "$@"\n`;
  await writeFile(join(folder, "prlimit"), script, { mode: 0o755 });
  await chmod(folder, 0o755);
  const { runtime } = startFunctions({ mode: "production", searchPath: folder });
  await expect(runtime.tryStart(program("return 1"))).rejects.toMatchObject({ code: "not_configured" });
  expect(await runtime.standing()).toEqual({ state: null, reason: expect.stringMatching(/^bubblewrap: .*NOFILE/) });
});

test("OP-H1 a probe that came to its end while this process was busy counts", async () => {
  const answer = runToEnd("/bin/echo", ["there"], { patienceMilliseconds: 200 });
  blockEventLoop(1_000);
  expect(await answer).toEqual({ isSuccess: true, output: "there\n", errors: "" });
});

test("OP-H1 a probe that doesn't end says nothing of the machine", async () => {
  const hanging = runToEnd("/bin/sleep", ["60"], { patienceMilliseconds: 50 });
  await expect(hanging).rejects.toMatchObject({ name: "UnansweredProbe" });
  expect(await runToEnd("/bin/false", [], { patienceMilliseconds: 10_000 })).toEqual({
    isSuccess: false,
    output: "",
    errors: "",
  });
});
