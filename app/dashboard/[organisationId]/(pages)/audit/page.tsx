import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { actorWords } from "@/components/dashboard/audit/actor-words";
import { AuditList } from "@/components/dashboard/audit/audit-list";
import { AuditToolbar } from "@/components/dashboard/audit/audit-toolbar";
import { ExportMenu } from "@/components/dashboard/audit/export-menu";
import { auditQueryOf, daysOf } from "@/components/dashboard/audit/query";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { isId } from "@/lib/core/ids";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { actionsOf } from "@/lib/people/audit/areas";
import { AuditFilter, listAuditEvents } from "@/lib/people/audit/list";
import type { AuditEvent } from "@/lib/people/audit/resource";
import { listMembers } from "@/lib/people/members/list";
import { listProjects } from "@/lib/sign-in/projects/list";
import { ACTIONS_BY_AREA, sentenceOf } from "@/lib/web/audit-sentences";
import { requireMember } from "@/lib/web/current-member";
import { exportAudit } from "../../organisation-actions";

export const metadata: Metadata = { title: "Audit log" };

const PAGE = 50;

export default async function AuditPage({ params, searchParams }: PageProps<"/dashboard/[organisationId]/audit">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  if (!hasPermission(member.role, "audit:read")) notFound();
  const asked = await searchParams;
  const query = auditQueryOf(asked);
  const { about, who, what } = query;
  const wanted = { about, who, actions: what === undefined ? undefined : actionsOf(what) };
  const parsed = AuditFilter.safeParse({ organisationId, ...wanted, ...daysOf(query, ctx.clock.now()) });
  const { organisationId: _, ...filter } = parsed.success ? parsed.data : { organisationId };
  const before = typeof asked.before === "string" ? asked.before : undefined;
  const [{ items, nextCursor }, people, projects] = await Promise.all([
    listAuditEvents(ctx, { ...filter, organisationId, before, limit: PAGE }),
    listMembers(ctx, { organisationId }),
    listProjects(ctx, { organisationId }),
  ]);
  const names = await findDatabaseNames(ctx, { databaseIds: items.flatMap(idsOf("database")) });
  const projectNames = new Map(projects.map(({ id, name }) => [id, name]));
  const events = items.map((event) => {
    const [databaseName = null] = idsOf("database")(event).flatMap((id) => names.get(id) ?? []);
    const [projectName = null] = idsOf("project")(event).flatMap((id) => projectNames.get(id) ?? []);
    const sentence = sentenceOf({ ...event, databaseName, projectName });
    return { ...event, actor: actorWords(event.actorKind), sentence };
  });
  const address = `/dashboard/${organisationId}/audit`;
  return (
    <>
      <PageHeading title="Audit log">
        <ExportMenu filter={filter} exportAs={exportAudit.bind(null, organisationId)} />
      </PageHeading>
      <AuditToolbar
        address={address}
        query={query}
        people={people}
        areas={ACTIONS_BY_AREA}
        count={`${events.length}${nextCursor ? " shown" : events.length === 1 ? " entry" : " entries"}`}
      />
      {events.length > 0 ? (
        <AuditList events={events} />
      ) : (
        <EmptyState title="No matching entries" text="Search for something else, or remove a filter." />
      )}
      {nextCursor && (
        <Group justify="center" mt="md">
          <LinkButton href={`${address}?${new URLSearchParams({ ...query, before: nextCursor })}`} variant="default">
            Older
          </LinkButton>
        </Group>
      )}
    </>
  );
}

/** Returns the databases or projects that an event may be about: those that it names first. */
const idsOf =
  (kind: "database" | "project") =>
  ({ data, targetId }: AuditEvent): string[] => {
    const told = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
    const named = [told[`${kind}Id`], told.to, targetId];
    return named.filter((id) => typeof id === "string" && isId(kind, id)) as string[];
  };
