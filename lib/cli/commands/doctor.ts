import type { CommandLine, CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { type Check, fail, reasonOf } from "@/lib/cli/doctor/checks";
import { checkControlPlane, checkKeyRing } from "@/lib/cli/doctor/control-plane";
import { checkFunctions } from "@/lib/cli/doctor/functions";
import { checkHosts } from "@/lib/cli/doctor/hosts";
import { checkDataFolder, checkNode, checkXfsTools } from "@/lib/cli/doctor/machine";
import { checkRedis } from "@/lib/cli/doctor/redis";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { OperatorError } from "@/lib/core/operator-error";

const SESSION_CHECKS = [
  { name: "control plane", run: checkControlPlane },
  { name: "secret keys", run: checkKeyRing },
  { name: "hosts", run: checkHosts },
];

export function addDoctorCommand(tree: CommandTree): void {
  addVerb(tree, tree.program, {
    usage: "doctor",
    description: "Check everything the installation depends on, and say what to do. Exits with 1 if something fails.",
    examples: ["coppice doctor", "coppice doctor --json"],
    run: async () => {
      const checks = [...(await checkMachine(tree.line.probes())), ...(await checkInstallation(tree.line))];
      const hasFailed = checks.some((check) => check.status === "fail");
      return { json: { healthy: !hasFailed, checks }, text: describeChecks(checks), exitCode: hasFailed ? 1 : 0 };
    },
  });
}

async function checkMachine(probes: DoctorProbes): Promise<Check[]> {
  return [
    checkNode(probes),
    ...(await checkDataFolder(probes)),
    ...(await checkXfsTools(probes)),
    await checkRedis(probes),
    await checkFunctions(probes),
  ];
}

/** Runs the checks that need a session. A failing check does not hide the others. */
async function checkInstallation(line: CommandLine): Promise<Check[]> {
  try {
    return await line.withSession((session) => runSessionChecks(session, line.probes()), "look");
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
      checks.push(fail(name, `couldn't be checked (${reasonOf(error)})`, "Look at the failures above."));
    }
  }
  return checks;
}

function describeChecks(checks: readonly Check[]): string {
  const table = formatTable(
    ["STATUS", "CHECK", "FOUND"],
    checks.map((check) => [check.status, check.name, check.detail]),
  );
  const advice = checks.flatMap((check) => (check.advice === null ? [] : [`  ${check.name}: ${check.advice}\n`]));
  return advice.length === 0 ? table : `${table}\nWhat to do:\n${advice.join("")}`;
}
