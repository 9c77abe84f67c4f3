import type { DoctorProbes } from "@/lib/cli/command-line";
import { type Check, ok, warn } from "./checks";

const NAME = "functions";

/** Says how functions are kept apart on this machine, and whose functions it should run. */
export async function checkFunctions({ functionLaunch }: DoctorProbes): Promise<Check> {
  switch (await functionLaunch()) {
    case "sandbox":
      return ok(NAME, "run by COPPICE_FUNCTIONS_SANDBOX");
    case "bubblewrap":
      return ok(
        NAME,
        "run in bubblewrap: for organisations you trust. Those of strangers need COPPICE_FUNCTIONS_SANDBOX",
      );
    case "namespace":
      return warn(NAME, "run in namespaces that see this machine's files: for development alone", INSTALL);
    case "plain":
      return warn(NAME, "run without a sandbox: for development alone", INSTALL);
    case "unanswered":
      return warn(NAME, "can't be run yet: the sandbox doesn't answer in time, and is asked again", BUSY);
    case "missing":
      return warn(NAME, "can't be run: the package workerd isn't installed", "Run npm install with optional packages.");
    default:
      return warn(NAME, "can't be run: nothing here keeps them apart", INSTALL);
  }
}

const BUSY = "Wait until the machine is less busy, or see whether `bwrap --version` hangs on it.";
const INSTALL = "Install bubblewrap and allow user namespaces, or set COPPICE_FUNCTIONS_SANDBOX.";
