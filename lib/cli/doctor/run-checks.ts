import { describeCertificateFailure } from "@/lib/core/db/connect-failure";
import { reasonOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import type { CommandLine, CommandSession, DoctorProbes } from "../command-line";
import { checkAddress } from "./address";
import { checkBackups, checkLocalWindow } from "./backups";
import { checkPostgresCertificate } from "./certificate";
import { type Check, type DoctorCheck, fail, named, runAll } from "./checks";
import { checkControlPlane, checkKeyRing } from "./control-plane";
import { checkFunctions } from "./functions";
import { checkHosts } from "./hosts";
import { checkDataFolder, checkNode, checkXfsTools } from "./machine";
import { checkObjects } from "./objects";
import { checkMail, checkRedis, checkRoles, checkWorker } from "./service";

const OF_MACHINE: readonly DoctorCheck<DoctorProbes>[] = [
  { name: "node", run: checkNode },
  { name: "data folder", run: checkDataFolder },
  { name: "mkfs.xfs", run: checkXfsTools },
  { name: "redis", run: checkRedis },
  { name: "functions", run: checkFunctions },
  { name: "backups", run: checkBackups },
  { name: "local window", run: checkLocalWindow },
];

const OF_INSTALLATION: readonly DoctorCheck<CommandSession & { probes: DoctorProbes }>[] = [
  { name: "control plane", run: checkControlPlane },
  { name: "secret keys", run: checkKeyRing },
  { name: "worker", run: checkWorker },
  { name: "roles", run: checkRoles },
  { name: "mail", run: checkMail },
  { name: "objects", run: checkObjects },
  { name: "address", run: checkAddress },
  { name: "postgres certificate", run: checkPostgresCertificate },
  { name: "hosts", run: checkHosts },
];

/** Runs every check, those of the machine first. */
export async function runChecks(line: CommandLine): Promise<Check[]> {
  const probes = await line.probes();
  const ofMachine = await runAll(OF_MACHINE, probes);
  const checks = OF_INSTALLATION.map(unhidden);
  try {
    const rest = await line.withSession((session) => runAll(checks, { ...session, probes }), "look");
    return [...ofMachine, ...rest];
  } catch (error) {
    const detail = error instanceof OperatorError ? error.message : reasonOf(error);
    const advice = "Check DATABASE_URL, the secret keys, and whether the service starts.";
    return [...ofMachine, named("control plane", fail(detail, advice))];
  }
}

/** Returns a check whose failure does not hide the others. */
function unhidden<Asked>({ name, run }: DoctorCheck<Asked>): DoctorCheck<Asked> {
  return {
    name,
    run: async (asked) => {
      try {
        return await run(asked);
      } catch (error) {
        const advice = describeCertificateFailure(error) ?? "Look at the failures above.";
        return fail(`couldn't be checked (${reasonOf(error)})`, advice);
      }
    },
  };
}
