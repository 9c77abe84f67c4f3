import { notFound } from "next/navigation";
import { actorWords } from "@/components/dashboard/audit/actor-words";
import { AuditList } from "@/components/dashboard/audit/audit-list";
import { DateRange } from "@/components/dashboard/audit/date-range";
import { ExportMenu } from "@/components/dashboard/audit/export-menu";
import { AUDIT_LIST, auditQueryOf, daysOf } from "@/components/dashboard/audit/list";
import { askedText } from "@/components/ui/lists/define-list";
import { choicesOfPeople } from "@/components/ui/lists/filter-choice";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { isId } from "@/lib/core/ids";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { actionsOf } from "@/lib/people/audit/areas";
import { AuditFilter, listAuditEvents } from "@/lib/people/audit/list";
import type { AuditEvent } from "@/lib/people/audit/resource";
import { listMembers } from "@/lib/people/members/list";
import { listProjects } from "@/lib/sign-in/projects/list";
import { ACTION_CHOICES, sentenceOf } from "@/lib/web/audit-sentences";
import { memberPage } from "@/lib/web/current-member";
import { exportAudit } from "../../organisation-actions";

export const metadata = { title: "Audit log" };

const PAGE = 50;

export default memberPage(async ({ organisationId, ctx, home, can, here, asked }) => {
  if (!can("audit:read")) notFound();
  const query = auditQueryOf(asked);
  const { about, who, what } = query;
  const wanted = { about, who, actions: what === undefined ? undefined : actionsOf(what) };
  const parsed = AuditFilter.safeParse({ organisationId, ...wanted, ...daysOf(query, ctx.clock.now()) });
  const { organisationId: _, ...filter } = parsed.success ? parsed.data : { organisationId };
  const before = askedText(asked.before);
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
  const address = `${home}/audit`;
  return (
    <>
      <PageHeading title="Audit log">
        <ExportMenu filter={filter} exportAs={here(exportAudit)} />
      </PageHeading>
      <FilteredList
        {...{ list: AUDIT_LIST, address, query, items, nextCursor, before }}
        choices={{ who: choicesOfPeople(people), what: ACTION_CHOICES }}
        controls={query.when === "range" && <DateRange address={address} query={query} />}
      >
        <AuditList events={events} />
      </FilteredList>
    </>
  );
});

/** Returns the databases or projects that an event may be about: those that it names first. */
const idsOf =
  (kind: "database" | "project") =>
  ({ data, targetId }: AuditEvent): string[] => {
    const told = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
    const named = [told[`${kind}Id`], told.to, targetId];
    return named.filter((id) => typeof id === "string" && isId(kind, id)) as string[];
  };
