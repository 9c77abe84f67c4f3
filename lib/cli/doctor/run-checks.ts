import { describeCertificateFailure } from "@/lib/core/db/connect-failure";
import { OperatorError } from "@/lib/core/operator-error";
import type { CommandLine, CommandSession, DoctorProbes } from "../command-line";
import { checkAddress } from "./address";
import { checkBackups } from "./backups";
import { type Check, fail, reasonOf } from "./checks";
import { checkControlPlane, checkKeyRing } from "./control-plane";
import { checkFunctions } from "./functions";
import { checkHosts } from "./hosts";
import { checkLocalWindow } from "./local-window";
import { checkDataFolder, checkNode, checkXfsTools } from "./machine";
import { checkMail } from "./mail";
import { checkObjects } from "./objects";
import { checkRedis } from "./redis";
import { checkRoles } from "./roles";
import { checkWorker } from "./worker";

const SESSION_CHECKS = [
  { name: "control plane", run: checkControlPlane },
  { name: "secret keys", run: checkKeyRing },
  { name: "worker", run: checkWorker },
  { name: "roles", run: checkRoles },
  { name: "mail", run: checkMail },
  { name: "objects", run: checkObjects },
  { name: "address", run: checkAddress },
  { name: "hosts", run: checkHosts },
];

/** Runs every check, those of the machine first. */
export async function runChecks(line: CommandLine): Promise<Check[]> {
  const probes = await line.probes();
  return [...(await checkMachine(probes)), ...(await checkInstallation(line, probes))];
}

async function checkMachine(probes: DoctorProbes): Promise<Check[]> {
  return [
    checkNode(probes),
    ...(await checkDataFolder(probes)),
    ...(await checkXfsTools(probes)),
    await checkRedis(probes),
    await checkFunctions(probes),
    ...checkBackups(probes),
    ...checkLocalWindow(probes),
  ];
}

/** Runs the checks that need a session. A failing check does not hide the others. */
async function checkInstallation(line: CommandLine, probes: DoctorProbes): Promise<Check[]> {
  try {
    return await line.withSession((session) => runSessionChecks(session, probes), "look");
  } catch (error) {
    const detail = error instanceof OperatorError ? error.message : reasonOf(error);
    return [fail("control plane", detail, "Check DATABASE_URL, the secret keys, and whether the service starts.")];
  }
}

async function runSessionChecks(session: CommandSession, probes: DoctorProbes): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, run } of SESSION_CHECKS) {
    try {
      checks.push(...(await run(session, probes)));
    } catch (error) {
      const certificate = describeCertificateFailure(error);
      const advice = certificate ?? "Look at the failures above.";
      checks.push(fail(name, `couldn't be checked (${reasonOf(error)})`, advice));
    }
  }
  return checks;
}
