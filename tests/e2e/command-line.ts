import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../bin/coppice.mjs", import.meta.url));

/** What a command of the operator's command line answers, with the service of these tests. */
export async function coppice(...args: string[]) {
  const { stdout } = await run(process.execPath, [program, ...args, "--json"], { env: process.env });
  return JSON.parse(stdout);
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
): Promise<AppProject> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, name, "--origin", origin);
  await coppice("project", "set", id, ...FEW_LIMITS, ...settings);
  const { secret } = await coppice("auth-key", "create", id, "--name", "web");
  return { id, publicKey: secret };
}
