"use client";

import type { ReactNode } from "react";
import type { FullOrganization, OrganizationRole } from "../../organization-wire";
import type { Failure, Success } from "../../result";
import type { User } from "../../wire";
import { TextsProvider, useAuth, useSession } from "../auth-provider";
import { LoadFailure } from "../load-failure";
import { organizationsEn } from "../messages/organizations/en";
import { Panel } from "../panel";
import { useLoaded } from "../use-loaded";
import { useText } from "../use-text";
import { CreateForm } from "./create-panel";
import type { OrganizationProfileProps } from "./props";
import { OrganizationSections } from "./sections";

export type ProfileProps = OrganizationProfileProps;

export function Profile({ locale, messages, ...props }: ProfileProps): ReactNode {
  return (
    <TextsProvider base={organizationsEn} locale={locale} messages={messages}>
      <AnyProfile {...props} />
    </TextsProvider>
  );
}

type Props = Omit<ProfileProps, "locale" | "messages">;

function AnyProfile({ organizationId, headingLevel, className, ...props }: Props): ReactNode {
  const text = useText();
  const { session, isLoading } = useSession();
  const panel = { part: "organization-profile", title: text("organization.title"), headingLevel, className };
  if (!session?.authenticated) {
    return (
      <Panel {...panel}>
        <p data-part="text" aria-busy={isLoading}>
          {isLoading ? null : text("profile.signedOut")}
        </p>
      </Panel>
    );
  }
  const id = organizationId ?? session.activeOrganizationId;
  if (id === null) {
    return (
      <Panel {...panel} text={text("organization.none")}>
        <CreateForm />
      </Panel>
    );
  }
  return <KnownProfile key={id} id={id} user={session.user} panel={panel} {...props} />;
}

interface KnownProfileProps extends Pick<Props, "sections" | "onLeft"> {
  id: string;
  user: User;
  panel: Omit<Parameters<typeof Panel>[0], "children">;
}

function KnownProfile({ id, user, panel, ...props }: KnownProfileProps): ReactNode {
  const auth = useAuth();
  const { data, failure, reload } = useLoaded(async (): Promise<Success<Known> | Failure> => {
    const [listed, found] = await Promise.all([
      auth.organizations.list(),
      auth.organizations.get({ organizationId: id }),
    ]);
    if (!found.ok) return found;
    if (!listed.ok) return listed;
    const role = listed.organizations.find((own) => own.id === id)?.role ?? "member";
    return { ok: true, organization: found.organization, role };
  });
  return (
    <Panel {...panel} title={data?.organization?.name ?? panel.title}>
      <LoadFailure failure={failure} />
      {data?.organization ? (
        <OrganizationSections
          organization={data.organization}
          role={data.role}
          userId={user.id}
          onChanged={reload}
          {...props}
        />
      ) : null}
    </Panel>
  );
}

interface Known {
  organization: FullOrganization | null;
  role: OrganizationRole;
}
