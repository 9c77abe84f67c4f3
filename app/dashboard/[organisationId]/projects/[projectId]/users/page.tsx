import { Group } from "@mantine/core";
import { IconMailPlus, IconUserPlus } from "@tabler/icons-react";
import { userCountText } from "@/components/dashboard/projects/user-count";
import { TransferMenu } from "@/components/dashboard/projects/user-imports/transfer-menu";
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
import type { Context } from "@/lib/core/context";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { readUserList } from "@/lib/sign-in/users/read-list";
import { type CurrentProject, projectPage } from "@/lib/web/current-project";
import { createUser } from "./actions";
import { userChanges } from "./changes";
import { INVITED_USER, USER } from "./forms";
import { inviteUser, resendUserInvitation, revokeUserInvitation } from "./invitation-actions";

export const metadata = { title: "Users" };

const PAGE = 50;
const INVITATIONS = 100;

export default projectPage(async ({ organisationId, projectId, ctx, home, may, can, here, asked }) => {
  const query = readListQuery(USER_LIST, asked);
  const [{ items, nextCursor, count }, invitations, providers] = await Promise.all([
    readAsked(ctx, projectId, query, askedText(asked.before)),
    listUserInvitations(ctx, { projectId, limit: INVITATIONS }),
    listProviders(ctx, { organisationId, projectId }),
  ]);
  const address = `${home}/users`;
  const mayWrite = can("users:write");
  const mayAdd = may("users:write");
  const mayTransfer = can("users:transfer");
  const create = mayAdd && <AddUsers here={here} />;
  const pending = invitations.items.length > 0 && (
    <UserSection id="invitations" title="Pending invitations">
      <PendingInvitations
        invitations={invitations.items}
        changes={mayAdd ? { resend: here(resendUserInvitation), revoke: here(revokeUserInvitation) } : null}
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
        {mayTransfer && <TransferMenu address={address} mayExportSecrets={can("users:secrets")} />}
      </PageHeading>
      {items.length > 0 ? (
        <UserList
          address={address}
          users={items}
          methods={methods}
          toolbar={toolbar}
          changes={mayWrite ? userChanges(here) : null}
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
});

function AddUsers({ here }: Pick<CurrentProject, "here">) {
  return (
    <Group gap="xs">
      <FormButton
        form={INVITED_USER.form}
        action={here(inviteUser)}
        command="invite-user"
        keys="i"
        button={{ variant: "default", icon: <IconMailPlus size={16} aria-hidden /> }}
      />
      <FormButton
        form={USER.form}
        action={here(createUser)}
        command="create-user"
        button={{ icon: <IconUserPlus size={16} aria-hidden /> }}
      />
    </Group>
  );
}

/** Reads the filter in the address; a filter that no list has is left out. */
async function readAsked(ctx: Context, projectId: string, query: UserQuery, before: string | undefined) {
  const parsed = ListUsersInput.safeParse({ ...userFilterOf(query, ctx.clock.now()), limit: PAGE });
  const input = parsed.success ? parsed.data : ListUsersInput.parse({ limit: PAGE });
  return readUserList(ctx, { ...input, ...(before && { before }), projectId });
}

function countWords(count: Parameters<typeof userCountText>[0]): string {
  return `${userCountText(count)} ${count.users === 1 ? "user" : "users"}`;
}
