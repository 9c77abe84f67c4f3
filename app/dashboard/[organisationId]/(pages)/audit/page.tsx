import { Button, Group } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditFilter } from "@/components/dashboard/audit/audit-filter";
import { AuditTable } from "@/components/dashboard/audit/audit-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";
import { isId } from "@/lib/core/ids";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { AuditFilter as Filter, listAuditEvents } from "@/lib/people/audit/list";
import { requireMember } from "@/lib/web/current-member";
import { exportAudit } from "../../organisation-actions";

export const metadata: Metadata = { title: "Audit log" };

const PAGE = 50;
const FIELDS = ["action", "about", "from", "until"] as const;

export default async function AuditPage({ params, searchParams }: PageProps<"/dashboard/[organisationId]/audit">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  if (!hasPermission(member.role, "audit:read")) notFound();
  const search = await searchParams;
  const given = Object.fromEntries(
    FIELDS.flatMap((name) => (typeof search[name] === "string" && search[name] !== "" ? [[name, search[name]]] : [])),
  );
  const parsed = Filter.safeParse({ ...given, organisationId });
  const filter = parsed.success ? given : {};
  const input = parsed.success ? parsed.data : { organisationId };
  const before = typeof search.before === "string" ? search.before : undefined;
  const { items, nextCursor } = await listAuditEvents(ctx, { ...input, before, limit: PAGE });
  const targets = items.map(({ targetId }) => targetId).filter((id) => isId("database", id));
  const names = await findDatabaseNames(ctx, { databaseIds: targets });
  const next = nextCursor && `?${new URLSearchParams({ ...filter, before: nextCursor })}`;
  return (
    <>
      <PageHeading
        title="Audit log"
        text="Who did what in this organisation, newest first. Secrets are never included."
      />
      <AuditFilter actions={AUDIT_ACTIONS} filter={filter} exportAs={exportAudit.bind(null, organisationId)} />
      {items.length > 0 ? (
        <AuditTable events={items.map((event) => ({ ...event, databaseName: names.get(event.targetId) ?? null }))} />
      ) : (
        <EmptyState title="No matching entries" text="Try a wider filter or different dates." />
      )}
      {next && (
        <Group justify="center" mt="md">
          <Button component="a" href={next} variant="default">
            Older
          </Button>
        </Group>
      )}
    </>
  );
}
