import type { DoctorProbes } from "@/lib/cli/command-line";
import type { FunctionStanding } from "@/lib/core/ports/function-runtime";
import { type Finding, ok, warn } from "./checks";

/** Says how functions are kept apart on this machine, and whose functions it should run. */
export async function checkFunctions({ functions }: DoctorProbes): Promise<Finding> {
  const found = await functions();
  if (found === "missing") {
    return warn("can't be run: the package workerd isn't installed", "Run npm install with optional packages.");
  }
  if (found === "away") return warn("can't be run: nothing answers at COPPICE_FUNCTIONS_SOCKET", AWAY);
  const { state, reason } = found;
  const because = reason === null ? "" : ` (${reason})`;
  switch (state) {
    case "sandbox":
      return ok("run by COPPICE_FUNCTIONS_SANDBOX");
    case "bubblewrap":
      return ok("run in bubblewrap: for organisations you trust. Those of strangers need COPPICE_FUNCTIONS_SANDBOX");
    case "namespace":
      return warn(`run in namespaces that see this machine's files: for development alone${because}`, adviceOn(found));
    case "plain":
      return warn(`run without a sandbox: for development alone${because}`, adviceOn(found));
    case "unanswered":
      return warn("can't be run yet: the sandbox doesn't answer in time, and is asked again", BUSY);
    default:
      return warn(`can't be run: ${reason ?? "nothing here keeps them apart"}`, adviceOn(found));
  }
}

const AWAY = "Start a process with COPPICE_ROLES=functions and that socket. Its log says why it ended.";
const BUSY = "Wait until the machine is less busy, or see whether `bwrap --version` hangs on it.";
const FILES = "Allow the service 4096 open files: `ulimit -n`, or LimitNOFILE= of its unit.";
const INSTALL = "Install bubblewrap and allow user namespaces, or set COPPICE_FUNCTIONS_SANDBOX.";

function adviceOn({ reason }: FunctionStanding): string {
  return reason !== null && /NOFILE/.test(reason) ? FILES : INSTALL;
}
