import { SettingsSection } from "@/components/ui/settings-sections";
import type { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import type { ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
import { Directory } from "./directory";
import { GroupRoles, type KnownOrganisation } from "./group-roles";
import { Refusals } from "./refusals";

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
        <Directory
          list={tokens}
          changes={
            changes && {
              createToken: changes.createToken,
              rotateToken: changes.rotateToken,
              revokeToken: changes.revokeToken,
            }
          }
        />
      </SettingsSection>
      {(isUsed || roles.organizationId !== null) && (
        <SettingsSection
          title="Groups and roles"
          anchor="roles"
          text="The meaning of the directory's groups in an organisation of your users. Of several roles, the more powerful one counts."
        >
          <GroupRoles
            {...choice}
            roles={roles}
            changes={
              changes && {
                setOrganisation: changes.setOrganisation,
                addRole: changes.addRole,
                removeRole: changes.removeRole,
              }
            }
          />
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
