import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const program = fileURLToPath(new URL("../../bin/coppice.mjs", import.meta.url));

/** Runs commands of the operator's command line on the service with these variables, and returns what they answer. */
export function commandLineOf(variables: NodeJS.ProcessEnv) {
  return async (...args: string[]) => {
    const { stdout } = await runFile(process.execPath, [program, ...args, "--json"], { env: variables });
    return JSON.parse(stdout);
  };
}

/** What a command answers, with the service of these tests. */
export const coppice = commandLineOf(process.env);

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
  variables: NodeJS.ProcessEnv = process.env,
): Promise<AppProject> {
  const run = commandLineOf(variables);
  const { id } = await run("project", "create", variables.COPPICE_ORG_ID ?? "", name, "--origin", origin);
  await run("project", "set", id, ...FEW_LIMITS, ...settings);
  const { secret } = await run("auth-key", "create", id, "--name", "web");
  return { id, publicKey: secret };
}
