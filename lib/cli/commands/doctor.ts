import { machineVerb } from "@/lib/cli/define/verb";
import type { Check } from "@/lib/cli/doctor/checks";
import { runChecks } from "@/lib/cli/doctor/run-checks";
import { formatTable } from "@/lib/cli/table";

export const commands = [
  machineVerb("doctor", {
    description: "Check everything the installation depends on, and say what to do. Exits with 1 if something fails.",
    examples: ["", "--json"],
    run: async (_input, { line }) => {
      const checks = await runChecks(line);
      return { healthy: checks.every(({ status }) => status !== "fail"), checks };
    },
    print: ({ checks }) => describeChecks(checks),
    isWell: ({ healthy }) => healthy,
  }),
];

function describeChecks(checks: readonly Check[]): string {
  const rows = checks.map(({ status, name, detail }) => [status, name, detail]);
  const table = formatTable(["STATUS", "CHECK", "FOUND"], rows);
  const advice = checks.flatMap((check) => (check.advice === null ? [] : [`  ${check.name}: ${check.advice}\n`]));
  return advice.length === 0 ? table : `${table}\nWhat to do:\n${advice.join("")}`;
}
