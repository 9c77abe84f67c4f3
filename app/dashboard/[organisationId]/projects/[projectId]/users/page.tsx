import { Group } from "@mantine/core";
import { IconMailPlus, IconUserPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { userCountText } from "@/components/dashboard/projects/user-count";
import { TransferMenu } from "@/components/dashboard/projects/user-imports/transfer-menu";
import type { UserChanges } from "@/components/dashboard/projects/users/changes";
import { PendingInvitations } from "@/components/dashboard/projects/users/invitations/pending-invitations";
import { ordersOf, USER_LIST, type UserQuery, userFilterOf } from "@/components/dashboard/projects/users/list";
import { methodChoices } from "@/components/dashboard/projects/users/method-choices";
import { NoUsers } from "@/components/dashboard/projects/users/no-users";
import { UserList } from "@/components/dashboard/projects/users/user-list";
import { UserSection } from "@/components/dashboard/projects/users/user-section";
import { FormButton } from "@/components/ui/forms/form-button";
import { askedText, readListQuery } from "@/components/ui/lists/define-list";
import { NoMatch } from "@/components/ui/lists/filtered-list";
import { ListFilters } from "@/components/ui/lists/list-filters";
import { OlderLink } from "@/components/ui/lists/older-link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { readUserList } from "@/lib/sign-in/users/read-list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { banUsers, createUser, deleteUsers, endUsersSessions, unbanUsers } from "./actions";
import { BAN, INVITED_USER, USER } from "./forms";
import { inviteUser, resendUserInvitation, revokeUserInvitation } from "./invitation-actions";

export const metadata: Metadata = { title: "Users" };

const PAGE = 50;
const INVITATIONS = 100;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/users">;

export default async function UsersPage({ params, searchParams }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const asked = await searchParams;
  const query = readListQuery(USER_LIST, asked);
  const [{ items, nextCursor, count }, invitations, providers] = await Promise.all([
    readAsked(ctx, projectId, query, askedText(asked.before)),
    listUserInvitations(ctx, { projectId, limit: INVITATIONS }),
    listProviders(ctx, { organisationId, projectId }),
  ]);
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const address = `${home}/users`;
  const mayWrite = hasPermission(member.role, "users:write");
  const here = [organisationId, projectId] as const;
  const mayAdd = mayWrite && project.status === "active";
  const mayTransfer = hasPermission(member.role, "users:transfer");
  const create = mayAdd && <AddUsers here={here} />;
  const pending = invitations.items.length > 0 && (
    <UserSection id="invitations" title="Pending invitations">
      <PendingInvitations
        invitations={invitations.items}
        changes={
          mayAdd
            ? {
                resend: resendUserInvitation.bind(null, ...here),
                revoke: revokeUserInvitation.bind(null, ...here),
              }
            : null
        }
      />
    </UserSection>
  );
  if (count.users === 0) {
    return (
      <>
        <PageHeading title="Users" />
        <NoUsers home={home} mayImport={mayTransfer}>
          {create}
        </NoUsers>
        {pending}
      </>
    );
  }
  const isWhole = Object.keys(query).length === 0;
  const methods = methodChoices(providers, query.method);
  const toolbar = (
    <ListFilters
      {...{ list: USER_LIST, address, query }}
      choices={{ method: methods, sort: ordersOf(query) }}
      count={isWhole ? countWords(count) : `${items.length}${nextCursor ? "+" : ""} shown`}
    />
  );
  return (
    <>
      <PageHeading title="Users" text={mayWrite ? null : "Developers, admins and owners can change users."}>
        {create}
        {mayTransfer && (
          <TransferMenu address={address} mayExportSecrets={hasPermission(member.role, "users:secrets")} />
        )}
      </PageHeading>
      {items.length > 0 ? (
        <UserList
          address={address}
          users={items}
          methods={methods}
          toolbar={toolbar}
          changes={mayWrite ? changesIn(...here) : null}
        />
      ) : (
        <>
          {toolbar}
          <NoMatch {...USER_LIST} />
        </>
      )}
      <OlderLink address={address} query={query} cursor={nextCursor} label="More" />
      {pending}
    </>
  );
}

function AddUsers({ here }: { here: readonly [organisationId: string, projectId: string] }) {
  return (
    <Group gap="xs">
      <FormButton
        form={INVITED_USER.form}
        action={inviteUser.bind(null, ...here)}
        command="invite-user"
        keys="i"
        button={{ variant: "default", icon: <IconMailPlus size={16} aria-hidden /> }}
      />
      <FormButton
        form={USER.form}
        action={createUser.bind(null, ...here)}
        command="create-user"
        button={{ icon: <IconUserPlus size={16} aria-hidden /> }}
      />
    </Group>
  );
}

function changesIn(...project: readonly [organisationId: string, projectId: string]): UserChanges {
  return {
    banForm: BAN.form,
    ban: banUsers.bind(null, ...project),
    unban: unbanUsers.bind(null, ...project),
    endSessions: endUsersSessions.bind(null, ...project),
    remove: deleteUsers.bind(null, ...project),
  };
}

/** Reads the filter in the address; a filter that no list has is left out. */
async function readAsked(ctx: Context, projectId: string, query: UserQuery, before: string | undefined) {
  const parsed = ListUsersInput.safeParse({ ...userFilterOf(query, ctx.clock.now()), limit: PAGE });
  const input = parsed.success ? parsed.data : ListUsersInput.parse({ limit: PAGE });
  return orNotFound(() => readUserList(ctx, { ...input, ...(before && { before }), projectId }));
}

function countWords(count: Parameters<typeof userCountText>[0]): string {
  return `${userCountText(count)} ${count.users === 1 ? "user" : "users"}`;
}
