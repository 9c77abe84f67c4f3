import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { systemRandom } from "@/lib/infra/system";
import { createRuntime } from "@/lib/runtime";
import { openControlPlane } from "@/lib/server/open-control-plane";
import { runCommand } from "../support/command-line";

// Runs commands of the operator's command line beside the service of the tests, in one process for all of them. It
// listens on the Unix socket that its argument names, and ends when its standard input does.

interface CommandRequest {
  args: string[];
  /** The variables that a command may read of the environment of the test that runs it. */
  variables: NodeJS.ProcessEnv;
}

const environment = { ...readEnvironment(), logLevel: "fatal" } as const;
const silent = { log: () => undefined, notice: () => undefined };
const plane = await openControlPlane(environment, "control-plane", silent);
// One for all commands: nothing of the control plane is kept in it, and new objects of each would fill the memory.
const runtime = createRuntime({
  ...environment,
  ...{ databaseUrl: plane.databaseUrl, secretKeys: plane.secretKeys },
  functionsSocket: environment.functionsSocket ?? join(environment.dataDir, "run", "functions.sock"),
  changeFile: join(environment.dataDir, "run", "changes"),
});

async function run({ args, variables }: CommandRequest) {
  const actor = { kind: "operator", id: "command-line" } as const;
  const ctx = runtime.context({ actor, requestId: createId("request", systemRandom) });
  const { exitCode, stdout, stderr } = await runCommand({ ctx, environment, variables }, ...args);
  return { exitCode, stdout, stderr };
}

const server = createServer(async (request, response) => {
  const outcome = await run((await json(request)) as CommandRequest).catch((error: Error) => ({
    ...{ exitCode: 1, stdout: "" },
    stderr: String(error.stack),
  }));
  response.end(JSON.stringify(outcome));
});
server.listen(process.argv[2], () => process.stdout.write("ready\n"));
process.stdin.resume().on("end", () => process.exit());
