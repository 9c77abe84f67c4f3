import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { userCountText } from "@/components/dashboard/projects/user-count";
import { TransferMenu } from "@/components/dashboard/projects/user-imports/transfer-menu";
import type { UserChanges } from "@/components/dashboard/projects/users/changes";
import { CreateUser } from "@/components/dashboard/projects/users/create-user";
import { InviteUser } from "@/components/dashboard/projects/users/invitations/invite-user";
import { PendingInvitations } from "@/components/dashboard/projects/users/invitations/pending-invitations";
import { methodChoices } from "@/components/dashboard/projects/users/method-choices";
import { NoUsers } from "@/components/dashboard/projects/users/no-users";
import { type UserQuery, userFilterOf, userQueryOf } from "@/components/dashboard/projects/users/query";
import { UserList } from "@/components/dashboard/projects/users/user-list";
import { UserSection } from "@/components/dashboard/projects/users/user-section";
import { UserToolbar } from "@/components/dashboard/projects/users/user-toolbar";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
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
import { inviteUser, resendUserInvitation, revokeUserInvitation } from "./invitation-actions";

export const metadata: Metadata = { title: "Users" };

const PAGE = 50;
const INVITATIONS = 100;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/users">;

export default async function UsersPage({ params, searchParams }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const asked = await searchParams;
  const query = userQueryOf(asked);
  const [{ items, nextCursor, count }, invitations, providers] = await Promise.all([
    readAsked(ctx, projectId, query, asked.before),
    listUserInvitations(ctx, { projectId, limit: INVITATIONS }),
    listProviders(ctx, { organisationId, projectId }),
  ]);
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const address = `${home}/users`;
  const mayWrite = hasPermission(member.role, "users:write");
  const here = [organisationId, projectId] as const;
  const mayAdd = mayWrite && project.status === "active";
  const mayTransfer = hasPermission(member.role, "users:transfer");
  const create = mayAdd && (
    <Group gap="xs">
      <InviteUser invite={inviteUser.bind(null, ...here)} />
      <CreateUser create={createUser.bind(null, ...here)} />
    </Group>
  );
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
    <UserToolbar
      address={address}
      query={query}
      methods={methods}
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
          <EmptyState title="No matching users" text="Search for something else, or remove a filter." />
        </>
      )}
      {nextCursor && <More address={address} query={query} before={nextCursor} />}
      {pending}
    </>
  );
}

function changesIn(...project: readonly [organisationId: string, projectId: string]): UserChanges {
  return {
    ban: banUsers.bind(null, ...project),
    unban: unbanUsers.bind(null, ...project),
    endSessions: endUsersSessions.bind(null, ...project),
    remove: deleteUsers.bind(null, ...project),
  };
}

interface MoreProps {
  address: string;
  query: UserQuery;
  before: string;
}

function More({ address, query, before }: MoreProps) {
  return (
    <Group justify="center" mt="md">
      <LinkButton href={`${address}?${new URLSearchParams({ ...query, before })}`} variant="default">
        More
      </LinkButton>
    </Group>
  );
}

/** Reads the filter in the address; a filter that no list has is left out. */
async function readAsked(ctx: Context, projectId: string, query: UserQuery, before: unknown) {
  const parsed = ListUsersInput.safeParse({ ...userFilterOf(query, ctx.clock.now()), limit: PAGE });
  const input = parsed.success ? parsed.data : ListUsersInput.parse({ limit: PAGE });
  const cursor = typeof before === "string" ? { before } : {};
  return orNotFound(() => readUserList(ctx, { ...input, ...cursor, projectId }));
}

function countWords(count: Parameters<typeof userCountText>[0]): string {
  return `${userCountText(count)} ${count.users === 1 ? "user" : "users"}`;
}
