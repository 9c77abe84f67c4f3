import { Facts } from "@/components/ui/facts";
import type { InstallationFact } from "@/lib/hosting/status/resource";

/** The facts of the installation that only a restart changes, each with its variable. */
export function InstallationFacts({ facts }: { facts: readonly InstallationFact[] }) {
  return <Facts facts={facts.map((fact) => [fact.label, <Value key={fact.label} {...fact} />] as const)} />;
}

function Value({ value, variable, source }: InstallationFact) {
  return (
    <>
      <div>{value}</div>
      {variable !== null && (
        <div className="meta">
          {source === "variable" ? "Set by the variable " : "Default of "}
          <code>{variable}</code>
        </div>
      )}
    </>
  );
}
