import type { Check } from "@/lib/cli/doctor/checks";
import { EXIT_FAILED } from "@/lib/cli/exit-codes";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";

export function addDoctorCommand(tree: CommandTree): void {
  addVerb(tree, tree.program, {
    usage: "doctor",
    description: "Check everything the installation depends on, and say what to do. Exits with 1 if something fails.",
    examples: ["coppice doctor", "coppice doctor --json"],
    run: async () => {
      const { runChecks } = await import("@/lib/cli/doctor/run-checks");
      const checks = await runChecks(tree.line);
      const hasFailed = checks.some((check) => check.status === "fail");
      const exitCode = hasFailed ? EXIT_FAILED : 0;
      return { json: { healthy: !hasFailed, checks }, text: describeChecks(checks), exitCode };
    },
  });
}

function describeChecks(checks: readonly Check[]): string {
  const table = formatTable(
    ["STATUS", "CHECK", "FOUND"],
    checks.map((check) => [check.status, check.name, check.detail]),
  );
  const advice = checks.flatMap((check) => (check.advice === null ? [] : [`  ${check.name}: ${check.advice}\n`]));
  return advice.length === 0 ? table : `${table}\nWhat to do:\n${advice.join("")}`;
}
