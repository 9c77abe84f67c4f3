import { Moment } from "@/components/ui/moment";
import { SettingsSection } from "@/components/ui/settings-sections";
import type { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import type { ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
import { Directory } from "./directory";
import { GroupRoles, type KnownOrganisation } from "./group-roles";
import classes from "./sso.module.css";
import { REQUESTS } from "./words";

interface Props {
  tokens: ScimTokenList;
  roles: ScimRoles;
  refusals: ScimRefusalList;
  organisation: KnownOrganisation | null;
  organisations: readonly KnownOrganisation[];
  organisationsPage: string;
  /** `null` for a member who may not. */
  changes: ConnectionChanges | null;
}

/** The company's directory: the provisioning of its people, the roles of its groups here, and its refused requests. */
export function DirectorySections({ tokens, roles, refusals, changes, ...choice }: Props) {
  const isUsed = tokens.items.length > 0;
  return (
    <>
      <SettingsSection
        title="Directory"
        anchor="directory"
        text="By SCIM, the company's directory creates, changes and deactivates its people."
      >
        <Directory list={tokens} changes={changes} />
      </SettingsSection>
      {(isUsed || roles.organizationId !== null) && (
        <SettingsSection
          title="Groups and roles"
          anchor="roles"
          text="The meaning of the directory's groups in an organisation of your users. Of several roles, the more powerful one counts."
        >
          <GroupRoles {...choice} roles={roles} changes={changes} />
        </SettingsSection>
      )}
      {isUsed && (
        <SettingsSection
          title="Refused requests"
          anchor="refused"
          text="The directory's refused requests. Its own log has the same reasons."
        >
          <Refusals list={refusals} />
        </SettingsSection>
      )}
    </>
  );
}

/** The newest of those that are kept. */
const SHOWN = 10;

/** The refused requests of the company's directory, newest first, with the reason that it got. */
function Refusals({ list: { items } }: { list: ScimRefusalList }) {
  if (items.length === 0) return "No request has been refused.";
  return (
    <>
      <ul className={classes.domains} aria-label="Refused requests">
        {items.slice(0, SHOWN).map(({ id, operation, path, message, code, requestId, createdAt }) => (
          <li key={id} className={classes.domain}>
            <div className={classes.head}>
              <span className={classes.name}>{REQUESTS[operation] ?? operation}</span>
              <span className={classes.meta}>
                <Moment at={createdAt} />
              </span>
            </div>
            <p className={classes.reason}>{message}</p>
            <details className={classes.meta}>
              <summary>Details</summary>
              <code className={classes.fingerprint}>
                {path} · {code} · {requestId}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <p className={classes.meta}>
          The newest {SHOWN} of {items.length}.
        </p>
      )}
    </>
  );
}
