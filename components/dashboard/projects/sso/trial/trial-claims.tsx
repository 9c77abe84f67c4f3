import { Listing } from "@/components/ui/listing";
import type { SsoTrialClaim } from "@/lib/sign-in/sso/trial/resource";
import classes from "../../methods/trial/trial.module.css";
import { USES } from "./words";

/** Everything that was received, those first that are used. */
export function TrialClaims({ claims }: { claims: readonly SsoTrialClaim[] }) {
  return (
    <Listing label="Received" minWidth={480} columns={["Name", "Value", "Used for"]} stacks hasActions={false}>
      {claims.map(({ name, value, use }) => (
        <tr key={name} data-dimmed={use === null || undefined}>
          <th scope="row" className={classes.value}>
            <code>{name}</code>
          </th>
          <td data-label="Value" className={classes.value}>
            {value}
          </td>
          <td data-label="Used for">{use === null ? "Nothing" : USES[use]}</td>
        </tr>
      ))}
    </Listing>
  );
}
