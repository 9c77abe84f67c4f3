import { notFound } from "next/navigation";
import { CreateKeyButton, KeyCreation } from "@/components/dashboard/keys/create-key";
import { KeyTable } from "@/components/dashboard/keys/key-table";
import { ListPage } from "@/components/ui/lists/list-page";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { listKeys } from "@/lib/people/api-keys/list";
import { memberPage } from "@/lib/web/current-member";
import { API_KEY } from "../../key-forms";
import { createKey, revokeKey } from "../../organisation-actions";

export const metadata = { title: "API keys" };

export default memberPage(async ({ organisationId, member, ctx, can, here }) => {
  if (!can("keys:write")) notFound();
  const keys = await listKeys(ctx, { organisationId });
  const names = await findDatabaseNames(ctx, { databaseIds: keys.flatMap(({ databaseId }) => databaseId ?? []) });
  const mayRevokeAll = can("members:write");
  return (
    <KeyCreation organisationId={organisationId} form={API_KEY.form} create={here(createKey)}>
      <ListPage
        heading={{ title: "API keys", text: "API keys let your apps use the management API." }}
        create={<CreateKeyButton />}
        isEmpty={keys.length === 0}
        empty={{
          title: "No API keys yet",
          text: "Create one for each app, so that you can revoke them separately. A key can't do more than you can.",
        }}
      >
        <KeyTable
          revoke={here(revokeKey)}
          keys={keys.map(({ databaseId, memberId, ...key }) => ({
            ...key,
            scope: databaseId === null ? null : (names.get(databaseId) ?? databaseId),
            mayRevoke: key.status !== "revoked" && (mayRevokeAll || memberId === member.memberId),
          }))}
        />
      </ListPage>
    </KeyCreation>
  );
});
