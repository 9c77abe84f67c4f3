import { notFound } from "next/navigation";
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
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { listSecurityEvents } from "@/lib/sign-in/events/list";
import { listTimeline } from "@/lib/sign-in/explain/list-timeline";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import { showUser } from "@/lib/sign-in/users/show";
import { enterProject, type ProjectPlace } from "@/lib/web/current-project";
import { pagesOf } from "@/lib/web/define-page";
import {
  createUserSignInLink,
  endUserSession,
  removeUserPasskey,
  removeUserTwoFactor,
  requireNewPassword,
  updateUser,
  updateUserMetadata,
} from "../actions";
import { userChanges } from "../changes";
import { EDITED_USER, METADATA } from "../forms";

/** The rest is on the page of events. */
const SHOWN = 20;

const userPage = pagesOf(async (place: ProjectPlace & { userId: string }) => {
  const current = await enterProject(place);
  if (!isId("user", place.userId)) notFound();
  return { ...current, user: await showUser(current.ctx, place) };
});

export const generateMetadata = userPage.titled(({ user }) => user.name || user.email);

export default userPage(async ({ organisationId, projectId, userId, ctx, project, user, can, may, here, home }) => {
  const place = { organisationId, projectId, userId };
  const [timeline, banReason] = await Promise.all([
    listTimeline(ctx, { organisationId, projectId, email: user.email }),
    user.bannedAt === null ? null : findBanReason(ctx, place),
  ]);
  const mayWrite = can("users:write");
  const mayEdit = may("users:write");
  // Nobody who is banned gets in by a link.
  const mayCreateLink = can("sso:write") && mayEdit && user.bannedAt === null;
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
            changes={userChanges(here)}
            form={EDITED_USER.form}
            save={mayEdit ? here(updateUser, userId) : null}
            requireReset={here(requireNewPassword, userId)}
            createLink={mayCreateLink ? here(createUserSignInLink, userId) : null}
          />
        )}
      </PageHeading>
      <div className={overview.page}>
        <div className={classes.sections}>
          <UserSection id="sessions" title="Sessions" none={user.sessions.length === 0 && "Not signed in anywhere."}>
            <SessionTable sessions={user.sessions} end={mayWrite ? here(endUserSession, userId) : null} />
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
              removePasskey={mayWrite ? here(removeUserPasskey, userId) : null}
              removeTwoFactor={mayWrite ? here(removeUserTwoFactor, userId) : null}
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
          <MetadataSection user={user} save={mayEdit ? here(updateUserMetadata, userId) : null} />
        </div>
      </div>
    </>
  );
});

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
