import { Button } from "@mantine/core";
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
import { listSecurityEvents } from "@/lib/sign-in/events/list";
import type { SecurityEvent } from "@/lib/sign-in/events/resource";
import { inWords } from "@/lib/sign-in/events/titles";
import { problemsOf } from "@/lib/sign-in/sso/connections/problems";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { showSetUpLink } from "@/lib/sign-in/sso/set-up/show-link";
import { bindTo } from "@/lib/web/bind-to";
import { enterProject, type ProjectPlace } from "@/lib/web/current-project";
import { pagesOf } from "@/lib/web/define-page";
import { ownedChanges } from "../../../../sso-changes";
import {
  addScimRole,
  createScimToken,
  removeScimRole,
  revokeScimToken,
  rotateScimToken,
  setScimOrganisation,
} from "../directory-actions";
import { SCIM_GROUP, SCIM_ORGANISATION } from "../forms";
import { type DirectoryFacts, readDirectory } from "./read-directory";

const LATEST = 20;

const connectionPage = pagesOf(async (place: ProjectPlace & { connectionId: string }) => {
  const current = await enterProject(place);
  return { ...current, connection: await showSsoConnection(current.ctx, place) };
});

export const generateMetadata = connectionPage.titled(({ connection }) => connection.name);

export default connectionPage(async ({ organisationId, projectId, connectionId, ctx, connection, may, home }) => {
  const [{ items: events }, setUpLink, directory] = await Promise.all([
    listSecurityEvents(ctx, { organisationId, projectId, method: connectionId, limit: LATEST }),
    showSetUpLink(ctx, { projectId, connectionId }),
    readDirectory(ctx, { projectId, connectionId }),
  ]);
  const changes = may("sso:write") ? connectionChanges(organisationId, projectId, connectionId) : null;
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
      <SettingsSections>
        <SetUpSections {...{ connection, setUpLink, changes }} />
        <UseSections {...{ connection, events, directory, changes, home }} />
      </SettingsSections>
      <LivePage isChanging={false} />
    </>
  );
});

interface Shown {
  connection: SsoConnection;
  events: SecurityEvent[];
  directory: DirectoryFacts;
  /** `null` for a member who may not change it. */
  changes: ConnectionChanges | null;
  /** The address of the project. */
  home: string;
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
function connectionChanges(...place: [organisationId: string, projectId: string, id: string]): ConnectionChanges {
  const here = bindTo(...place);
  return {
    ...ownedChanges(...place),
    createToken: here(createScimToken),
    rotateToken: here(rotateScimToken),
    revokeToken: here(revokeScimToken),
    organisationForm: SCIM_ORGANISATION.form,
    setOrganisation: here(setScimOrganisation),
    groupForm: SCIM_GROUP.form,
    addRole: here(addScimRole),
    removeRole: here(removeScimRole),
  };
}
