import { request } from "node:http";
import { json } from "node:stream/consumers";

/** The socket of tests/e2e/command-server.ts for the service of these tests: tests/e2e/global-setup.ts. */
const SOCKET = "COPPICE_TEST_COMMANDS";

// biome-ignore lint/suspicious/noExplicitAny: each command answers something else, which the tests look at
export type RunCommand = (...args: string[]) => Promise<any>;

/** Runs commands of the operator's command line in the process that listens there, and returns their answers. */
export function commandLineAt(socketPath: string): RunCommand {
  return async (...args) => {
    const body = JSON.stringify({ args: [...args, "--json"], variables: process.env });
    const { exitCode, stdout, stderr } = await ask(socketPath, body);
    if (exitCode !== 0) throw new Error(`coppice ${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  };
}

/** Returns the answer of a command, with the service of these tests. */
export const coppice: RunCommand = (...args) => commandLineAt(process.env[SOCKET] ?? "")(...args);

export function setCommandSocket(socketPath: string): void {
  process.env[SOCKET] = socketPath;
}

interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

async function ask(socketPath: string, body: string): Promise<Outcome> {
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request({ socketPath, method: "POST", agent: false }, resolve).on("error", reject).end(body);
  });
  return (await json(response)) as Outcome;
}

export interface AppProject {
  id: string;
  publicKey: string;
}

/** Every browser of these tests comes from one address, which the limits of a project would take for one visitor. */
export const FEW_LIMITS = [
  ...["signInPerAddress", "signUpPerAddress", "secondFactorPerAddress", "passkeyStartPerAddress", "mailPerAddress"],
  ...["mailInterval", "mailPerMailbox"],
].map((name) => `limits.${name}.limit=1000`);

/** A project of its own for an app that is served from this origin. */
export async function createAppProject(
  name: string,
  origin: string,
  settings: readonly string[] = [],
  { run = coppice, organisationId = process.env.COPPICE_ORG_ID ?? "" } = {},
): Promise<AppProject> {
  const { id } = await run("project", "create", organisationId, name, "--origin", origin);
  await run("project", "set", id, ...FEW_LIMITS, ...settings);
  const { secret } = await run("auth-key", "create", id, "--name", "web");
  return { id, publicKey: secret };
}
