import { LivePage } from "@/components/dashboard/databases/live-page";
import { JoiningRole } from "@/components/dashboard/members/joining-role";
import { DeleteConnection } from "@/components/dashboard/projects/sso/delete-connection";
import { Problems } from "@/components/dashboard/projects/sso/problems";
import { SetUpSections } from "@/components/dashboard/projects/sso/set-up-sections";
import { Switches } from "@/components/dashboard/projects/sso/switches";
import { PROTOCOL_NAMES } from "@/components/dashboard/projects/sso/words";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { showMemberRole } from "@/lib/people/sso/member-role";
import { connectionOf } from "@/lib/people/sso/owner";
import { problemsOf } from "@/lib/sign-in/sso/connections/problems";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { showSetUpLink } from "@/lib/sign-in/sso/set-up/show-link";
import { requireMember } from "@/lib/web/current-member";
import { pagesOf } from "@/lib/web/define-page";
import { setMemberConnectionRole } from "../../../sso-actions";
import { ownedChanges } from "../../../sso-changes";

const connectionPage = pagesOf(async (place: { organisationId: string; connectionId: string }) => {
  const current = await requireMember(place.organisationId);
  const address = await connectionOf(current.ctx, place);
  return { ...current, address, connection: await showSsoConnection(current.ctx, address) };
});

export const generateMetadata = connectionPage.titled(({ connection }) => connection.name);

export default connectionPage(async ({ organisationId, connectionId, ctx, can, address, connection }) => {
  const [setUpLink, role] = await Promise.all([
    showSetUpLink(ctx, address),
    showMemberRole(ctx, { organisationId, connectionId }),
  ]);
  const changes = can("sso:write") ? ownedChanges(organisationId, organisationId, connectionId) : null;
  return (
    <>
      <PageHeading
        title={connection.name}
        parent={{ href: `/dashboard/${organisationId}/sso`, label: "Single sign-on" }}
        text={changes ? PROTOCOL_NAMES[connection.protocol] : "Admins and owners can change connections."}
      />
      <Problems of={problemsOf(connection, ctx.clock.now())} />
      <SettingsSections>
        <SetUpSections connection={connection} setUpLink={setUpLink} changes={changes} />
        <SettingsSection title="Sign-in" anchor="sign-in">
          <Switches connection={connection} turn={changes?.turn ?? null} isOfOrganisation />
        </SettingsSection>
        <SettingsSection
          title="New members"
          anchor="members"
          text="Invited people get the role of their invitation, and members keep theirs."
        >
          <JoiningRole role={role} set={changes && setMemberConnectionRole.bind(null, organisationId, connectionId)} />
        </SettingsSection>
        {changes && (
          <SettingsSection title="Delete" anchor="delete">
            <DeleteConnection name={connection.name} remove={changes.remove} isOfOrganisation />
          </SettingsSection>
        )}
      </SettingsSections>
      <LivePage isChanging={false} />
    </>
  );
});
