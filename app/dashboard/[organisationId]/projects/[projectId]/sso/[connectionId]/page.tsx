import { Button } from "@mantine/core";
import type { Metadata } from "next";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { Addresses } from "@/components/dashboard/projects/sso/addresses";
import type { ConnectionChanges } from "@/components/dashboard/projects/sso/changes";
import { DeleteConnection } from "@/components/dashboard/projects/sso/delete-connection";
import { DirectorySections } from "@/components/dashboard/projects/sso/directory-sections";
import { Domains } from "@/components/dashboard/projects/sso/domains";
import { IdentityProvider } from "@/components/dashboard/projects/sso/identity-provider";
import { Problems } from "@/components/dashboard/projects/sso/problems";
import { SetUpLink } from "@/components/dashboard/projects/sso/set-up-link";
import { Switches } from "@/components/dashboard/projects/sso/switches";
import { PROTOCOL_NAMES } from "@/components/dashboard/projects/sso/words";
import { EventLog } from "@/components/dashboard/sign-in-events/event-log";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { hasPermission } from "@/lib/core/access/permissions";
import { listSecurityEvents } from "@/lib/sign-in/events/list";
import type { SecurityEvent } from "@/lib/sign-in/events/resource";
import { inWords } from "@/lib/sign-in/events/titles";
import { problemsOf } from "@/lib/sign-in/sso/connections/problems";
import type { SsoConnection, SsoSetUpState } from "@/lib/sign-in/sso/connections/resource";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { showSetUpLink } from "@/lib/sign-in/sso/set-up/show-link";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { connectionChanges } from "../changes";
import { type DirectoryFacts, readDirectory } from "./read-directory";

export const metadata: Metadata = { title: "Connection" };

const LATEST = 20;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/sso/[connectionId]">;

export default async function SsoConnectionPage({ params }: Props) {
  const { organisationId, projectId, connectionId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const [connection, { items: events }, setUpLink, directory] = await orNotFound(() =>
    Promise.all([
      showSsoConnection(ctx, { projectId, connectionId }),
      listSecurityEvents(ctx, { organisationId, projectId, method: connectionId, limit: LATEST }),
      showSetUpLink(ctx, { projectId, connectionId }),
      readDirectory(ctx, { projectId, connectionId }),
    ]),
  );
  const isAdmin = hasPermission(member.role, "sso:write");
  const changes =
    isAdmin && project.status === "active" ? connectionChanges(organisationId, projectId, connectionId) : null;
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  return (
    <>
      <PageHeading
        title={connection.name}
        parent={{ href: `${home}/sso`, label: "Single sign-on" }}
        text={changes ? PROTOCOL_NAMES[connection.protocol] : "Admins and owners can change connections."}
      >
        {connection.enabled && (
          <Button
            component="a"
            href={connection.serviceProvider.startUrl}
            variant="default"
            target="_blank"
            rel="noopener"
          >
            Try it
          </Button>
        )}
      </PageHeading>
      <Problems of={problemsOf(connection, ctx.clock.now())} />
      <Sections {...{ connection, events, setUpLink, directory, changes, home }} />
      <LivePage isChanging={false} />
    </>
  );
}

interface Shown {
  connection: SsoConnection;
  events: SecurityEvent[];
  setUpLink: SsoSetUpState | null;
  directory: DirectoryFacts;
  /** `null` for a member who may not change it. */
  changes: ConnectionChanges | null;
  /** The address of the project. */
  home: string;
}

function Sections(shown: Shown) {
  return (
    <SettingsSections>
      <SetUpSections {...shown} />
      <UseSections {...shown} />
    </SettingsSections>
  );
}

/** What makes a connection work. */
function SetUpSections({ connection, setUpLink, changes }: Shown) {
  return (
    <>
      {changes && !connection.enabled && (
        <SettingsSection
          title="Set-up link"
          anchor="set-up"
          text="The company's administrator does the rest of this page by it, without an account here."
        >
          <SetUpLink state={setUpLink} changes={changes} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Addresses"
        anchor="addresses"
        text="The company's administrator enters them at the identity provider."
      >
        <Addresses connection={connection} />
      </SettingsSection>
      <SettingsSection title="Identity provider" anchor="provider" text="What the administrator gives you.">
        <IdentityProvider
          connection={connection}
          setMetadata={changes?.setMetadata ?? null}
          setClient={changes?.setClient ?? null}
        />
      </SettingsSection>
      <SettingsSection
        title="Domains"
        anchor="domains"
        text="The company vouches for addresses of its verified domains alone. Their records are looked up every day."
      >
        <Domains
          domains={connection.domains}
          changes={changes && { add: changes.addDomain, verify: changes.verifyDomain, remove: changes.removeDomain }}
        />
      </SettingsSection>
    </>
  );
}

/** How it works, and who uses it. */
function UseSections({ connection, events, directory, changes, home }: Shown) {
  return (
    <>
      <SettingsSection title="Sign-in" anchor="sign-in">
        <Switches connection={connection} turn={changes?.turn ?? null} />
      </SettingsSection>
      <DirectorySections {...directory} organisationsPage={`${home}/organizations`} changes={changes} />
      <SettingsSection title="Latest sign-ins" anchor="latest" text="Refusals say why, and what to do.">
        {events.length > 0 ? <EventLog home={home} events={events.map(inWords)} /> : "No one has signed in by it yet."}
      </SettingsSection>
      {changes && (
        <SettingsSection title="Delete" anchor="delete" isDanger>
          <DeleteConnection name={connection.name} remove={changes.remove} />
        </SettingsSection>
      )}
    </>
  );
}
