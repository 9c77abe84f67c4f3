import { Listing } from "@/components/ui/listing";
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
    <Listing label="Claims" minWidth={480} columns={["Claim", "Value", "Becomes"]} stacks hasActions={false}>
      {claims.map(({ name, value, use }) => (
        <tr key={name} data-dimmed={use === null || undefined}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td data-label="Value" className={classes.value}>
            {value}
          </td>
          <td data-label="Becomes">{use === null ? "–" : USES[use]}</td>
        </tr>
      ))}
    </Listing>
  );
}
