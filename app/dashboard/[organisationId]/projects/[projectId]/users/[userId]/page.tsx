import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import overview from "@/components/dashboard/overview/overview.module.css";
import { Accounts } from "@/components/dashboard/projects/users/accounts";
import { Factors } from "@/components/dashboard/projects/users/factors";
import { MetadataFacts } from "@/components/dashboard/projects/users/metadata-facts";
import { SessionTable } from "@/components/dashboard/projects/users/session-table";
import { UserStatus } from "@/components/dashboard/projects/users/status";
import { UserFacts } from "@/components/dashboard/projects/users/user-facts";
import { UserPageActions } from "@/components/dashboard/projects/users/user-page-actions";
import { UserSection } from "@/components/dashboard/projects/users/user-section";
import classes from "@/components/dashboard/projects/users/users.module.css";
import { Timeline } from "@/components/dashboard/sign-in-events/timeline";
import type { FormAction } from "@/components/ui/form-action";
import { filledForm } from "@/components/ui/forms/filled-form";
import { FormButton } from "@/components/ui/forms/form-button";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { listSecurityEvents } from "@/lib/sign-in/events/list";
import { listTimeline } from "@/lib/sign-in/explain/list-timeline";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import { showUser } from "@/lib/sign-in/users/show";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import {
  banUsers,
  createUserSignInLink,
  deleteUsers,
  endUserSession,
  endUsersSessions,
  removeUserPasskey,
  removeUserTwoFactor,
  requireNewPassword,
  unbanUsers,
  updateUser,
  updateUserMetadata,
} from "../actions";
import { BAN, EDITED_USER, METADATA } from "../forms";

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/users/[userId]">;

/** The rest is on the page of events. */
const SHOWN = 20;

/** Reads the user of the page once in a request. */
const requireUser = cache(async (organisationId: string, projectId: string, userId: string) => {
  const current = await requireProjectPage(organisationId, projectId);
  if (!isId("user", userId)) notFound();
  return { ...current, user: await orNotFound(() => showUser(current.ctx, { projectId, userId })) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId, userId } = await params;
  const { user } = await requireUser(organisationId, projectId, userId);
  return { title: user.name || user.email };
}

export default async function UserPage({ params }: Props) {
  const { organisationId, projectId, userId } = await params;
  const { ctx, member, project, user } = await requireUser(organisationId, projectId, userId);
  const place = { organisationId, projectId, userId };
  const [timeline, banReason] = await Promise.all([
    listTimeline(ctx, { organisationId, projectId, email: user.email }),
    user.bannedAt === null ? null : findBanReason(ctx, place),
  ]);
  const mayWrite = hasPermission(member.role, "users:write");
  const mayEdit = mayWrite && project.status === "active";
  // Nobody who is banned gets in by a link.
  const mayCreateLink = hasPermission(member.role, "sso:write") && mayEdit && user.bannedAt === null;
  const here = [organisationId, projectId] as const;
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const list = `${home}/users`;
  const about = new URLSearchParams({ about: user.email });
  return (
    <>
      <PageHeading
        title={user.name || user.email}
        parent={{ href: list, label: "Users" }}
        text={
          <span className={classes.status}>
            {user.name && <span>{user.email}</span>}
            <UserStatus of={user} />
          </span>
        }
      >
        {mayWrite && (
          <UserPageActions
            user={user}
            list={list}
            changes={{
              banForm: BAN.form,
              ban: banUsers.bind(null, ...here),
              unban: unbanUsers.bind(null, ...here),
              endSessions: endUsersSessions.bind(null, ...here),
              remove: deleteUsers.bind(null, ...here),
            }}
            form={EDITED_USER.form}
            save={mayEdit ? updateUser.bind(null, ...here, userId) : null}
            requireReset={requireNewPassword.bind(null, ...here, userId)}
            createLink={mayCreateLink ? createUserSignInLink.bind(null, ...here, userId) : null}
          />
        )}
      </PageHeading>
      <div className={overview.page}>
        <div className={classes.sections}>
          <UserSection id="sessions" title="Sessions" none={user.sessions.length === 0 && "Not signed in anywhere."}>
            <SessionTable sessions={user.sessions} end={mayWrite ? endUserSession.bind(null, ...here, userId) : null} />
          </UserSection>
          <UserSection
            id="accounts"
            title="Password and providers"
            none={user.accounts.length === 0 && "No password and no provider. They sign in by email or with a passkey."}
          >
            <Accounts {...user} />
          </UserSection>
          <UserSection id="factors" title="Passkeys and two-step verification">
            <Factors
              {...user}
              removePasskey={mayWrite ? removeUserPasskey.bind(null, ...here, userId) : null}
              removeTwoFactor={mayWrite ? removeUserTwoFactor.bind(null, ...here, userId) : null}
            />
          </UserSection>
          <UserSection
            id="timeline"
            title="Timeline"
            end={
              <span className={classes.links}>
                <LinkAnchor href={`${home}/events/why?${about}`}>Why couldn't they get in?</LinkAnchor>
                <LinkAnchor href={`${home}/events?${about}`}>All events</LinkAnchor>
              </span>
            }
          >
            <Timeline home={home} entries={timeline.slice(0, SHOWN)} keptDays={project.settings.events.retentionDays} />
          </UserSection>
        </div>
        <div className={overview.side}>
          <UserFacts user={user} banReason={banReason} />
          <MetadataSection user={user} save={mayEdit ? updateUserMetadata.bind(null, ...here, userId) : null} />
        </div>
      </div>
    </>
  );
}

function MetadataSection({ user, save }: { user: OwnedUserDetails; save: FormAction | null }) {
  const edit = save && (
    <FormButton
      form={filledForm(METADATA.form, user)}
      action={save}
      command="edit-metadata"
      keys={null}
      dialog="lg"
      button={{ variant: "default", size: "xs", icon: null }}
    />
  );
  return (
    <UserSection id="metadata" title="Metadata" none={!hasMetadata(user) && "No metadata."} end={edit}>
      <MetadataFacts {...metadataOf(user)} />
    </UserSection>
  );
}

const metadataOf = ({ publicMetadata, privateMetadata }: OwnedUserDetails) => ({ publicMetadata, privateMetadata });

const hasMetadata = (user: OwnedUserDetails) =>
  Object.values(metadataOf(user)).some((metadata) => Object.keys(metadata).length > 0);

/** Returns the reason given for the last ban. */
async function findBanReason(ctx: Context, place: { organisationId: string; projectId: string; userId: string }) {
  const { items } = await listSecurityEvents(ctx, { ...place, kind: "user.ban", limit: 1 });
  const reason = items[0]?.data?.reason;
  return typeof reason === "string" ? reason : null;
}
