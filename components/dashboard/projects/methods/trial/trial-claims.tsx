import { DataTable } from "@/components/ui/lists/data-table";
import type { ClaimUse, TrialClaim } from "@/lib/sign-in/social/trial/resource";
import classes from "./trial.module.css";

const USES: Readonly<Record<ClaimUse, string>> = {
  id: "Account ID",
  email: "Email",
  "email-verified": "Verified",
  name: "Name",
  image: "Picture",
};

/** The claims that the provider sent, those first that become something of the user. */
export function TrialClaims({ claims }: { claims: readonly TrialClaim[] }) {
  return (
    <DataTable
      label="Claims"
      minWidth={480}
      rows={claims}
      keyOf={({ name }) => name}
      isDimmed={({ use }) => use === null}
      columns={[
        { name: "Claim", cell: ({ name }) => <code>{name}</code> },
        { name: "Value", className: classes.value, cell: ({ value }) => value },
        { name: "Becomes", cell: ({ use }) => (use === null ? "–" : USES[use]) },
      ]}
    />
  );
}
