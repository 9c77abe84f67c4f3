import { Button } from "@mantine/core";
import type { Metadata } from "next";
import { cache } from "react";
import { LivePage } from "@/components/dashboard/databases/live-page";
import type { ConnectionChanges } from "@/components/dashboard/projects/sso/changes";
import { DeleteConnection } from "@/components/dashboard/projects/sso/delete-connection";
import { DirectorySections } from "@/components/dashboard/projects/sso/directory-sections";
import { Problems } from "@/components/dashboard/projects/sso/problems";
import { SetUpSections } from "@/components/dashboard/projects/sso/set-up-sections";
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
import { ownedChanges } from "../../../../sso-changes";
import {
  addScimRole,
  createScimToken,
  removeScimRole,
  revokeScimToken,
  rotateScimToken,
  setScimOrganisation,
} from "../directory-actions";
import { type DirectoryFacts, readDirectory } from "./read-directory";

const LATEST = 20;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/sso/[connectionId]">;

/** Reads the connection of the page once in a request. */
const requireConnection = cache(async (organisationId: string, projectId: string, connectionId: string) => {
  const current = await requireProjectPage(organisationId, projectId);
  const connection = await orNotFound(() => showSsoConnection(current.ctx, { projectId, connectionId }));
  return { ...current, connection };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId, connectionId } = await params;
  return { title: (await requireConnection(organisationId, projectId, connectionId)).connection.name };
}

export default async function SsoConnectionPage({ params }: Props) {
  const { organisationId, projectId, connectionId } = await params;
  const { ctx, member, project, connection } = await requireConnection(organisationId, projectId, connectionId);
  const [{ items: events }, setUpLink, directory] = await orNotFound(() =>
    Promise.all([
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
        {changes && (connection.saml ?? connection.oidc) && (
          <Button
            component="a"
            href={`${home}/sso/${connectionId}/try`}
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

/** The sections of a set-up connection: its switches, its directory and its latest sign-ins. */
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
        <SettingsSection title="Delete" anchor="delete">
          <DeleteConnection name={connection.name} remove={changes.remove} />
        </SettingsSection>
      )}
    </>
  );
}

/** Returns the actions on one connection. */
function connectionChanges(
  ...here: [organisationId: string, projectId: string, connectionId: string]
): ConnectionChanges {
  return {
    ...ownedChanges(...here),
    createToken: createScimToken.bind(null, ...here),
    rotateToken: rotateScimToken.bind(null, ...here),
    revokeToken: revokeScimToken.bind(null, ...here),
    setOrganisation: setScimOrganisation.bind(null, ...here),
    addRole: addScimRole.bind(null, ...here),
    removeRole: removeScimRole.bind(null, ...here),
  };
}
