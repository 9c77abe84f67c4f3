import type { Metadata } from "next";
import { cache } from "react";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { JoiningRole } from "@/components/dashboard/members/joining-role";
import { DeleteConnection } from "@/components/dashboard/projects/sso/delete-connection";
import { Problems } from "@/components/dashboard/projects/sso/problems";
import { SetUpSections } from "@/components/dashboard/projects/sso/set-up-sections";
import { Switches } from "@/components/dashboard/projects/sso/switches";
import { PROTOCOL_NAMES } from "@/components/dashboard/projects/sso/words";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { hasPermission } from "@/lib/core/access/permissions";
import { showMemberRole } from "@/lib/people/sso/member-role";
import { connectionOf } from "@/lib/people/sso/owner";
import { problemsOf } from "@/lib/sign-in/sso/connections/problems";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { showSetUpLink } from "@/lib/sign-in/sso/set-up/show-link";
import { requireMember } from "@/lib/web/current-member";
import { orNotFound } from "@/lib/web/or-not-found";
import { memberConnectionChanges } from "../../../sso-changes";

type Props = PageProps<"/dashboard/[organisationId]/sso/[connectionId]">;

/** Reads the connection of the page once in a request. */
const requireConnection = cache(async (organisationId: string, connectionId: string) => {
  const current = await requireMember(organisationId);
  const address = await connectionOf(current.ctx, { organisationId, connectionId });
  return { ...current, address, connection: await orNotFound(() => showSsoConnection(current.ctx, address)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, connectionId } = await params;
  return { title: (await requireConnection(organisationId, connectionId)).connection.name };
}

export default async function OrganisationConnectionPage({ params }: Props) {
  const { organisationId, connectionId } = await params;
  const { ctx, member, address, connection } = await requireConnection(organisationId, connectionId);
  const [setUpLink, role] = await orNotFound(() =>
    Promise.all([showSetUpLink(ctx, address), showMemberRole(ctx, { organisationId, connectionId })]),
  );
  const changes = hasPermission(member.role, "sso:write")
    ? memberConnectionChanges(organisationId, connectionId)
    : null;
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
          <JoiningRole role={role} set={changes?.setRole ?? null} />
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
}
