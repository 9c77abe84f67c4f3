import { DataTable } from "@/components/ui/lists/data-table";
import type { SsoTrialClaim } from "@/lib/sign-in/sso/trial/resource";
import classes from "../../methods/trial/trial.module.css";
import { USES } from "./words";

/** Everything that was received, those first that are used. */
export function TrialClaims({ claims }: { claims: readonly SsoTrialClaim[] }) {
  return (
    <DataTable
      label="Received"
      minWidth={480}
      rows={claims}
      keyOf={({ name }) => name}
      isDimmed={({ use }) => use === null}
      columns={[
        { name: "Name", className: classes.value, cell: ({ name }) => <code>{name}</code> },
        { name: "Value", className: classes.value, cell: ({ value }) => value },
        { name: "Used for", cell: ({ use }) => (use === null ? "Nothing" : USES[use]) },
      ]}
    />
  );
}
