import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CreateKeyButton, KeyCreation } from "@/components/dashboard/keys/create-key";
import { KeyTable } from "@/components/dashboard/keys/key-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { listKeys } from "@/lib/people/api-keys/list";
import { requireMember } from "@/lib/web/current-member";
import { API_KEY } from "../../key-forms";
import { createKey, revokeKey } from "../../organisation-actions";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ params }: PageProps<"/dashboard/[organisationId]/keys">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  if (!hasPermission(member.role, "keys:write")) notFound();
  const keys = await listKeys(ctx, { organisationId });
  const names = await findDatabaseNames(ctx, { databaseIds: keys.flatMap(({ databaseId }) => databaseId ?? []) });
  const mayRevokeAll = hasPermission(member.role, "members:write");
  return (
    <KeyCreation organisationId={organisationId} form={API_KEY.form} create={createKey.bind(null, organisationId)}>
      <PageHeading title="API keys" text="API keys let your apps use the management API.">
        {keys.length > 0 && <CreateKeyButton />}
      </PageHeading>
      {keys.length > 0 ? (
        <KeyTable
          revoke={revokeKey.bind(null, organisationId)}
          keys={keys.map(({ databaseId, memberId, ...key }) => ({
            ...key,
            scope: databaseId === null ? null : (names.get(databaseId) ?? databaseId),
            mayRevoke: key.status !== "revoked" && (mayRevokeAll || memberId === member.memberId),
          }))}
        />
      ) : (
        <EmptyState
          title="No API keys yet"
          text="Create one for each app, so that you can revoke them separately. A key can't do more than you can."
        >
          <CreateKeyButton />
        </EmptyState>
      )}
    </KeyCreation>
  );
}
