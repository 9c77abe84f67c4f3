import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import { Scrolling } from "@/components/ui/scrolling";
import type { AuditEvent } from "@/lib/people/audit/resource";
import { actionWords, actorWords, detailWords, subjectOf } from "./words";

interface ListedEvent extends AuditEvent {
  /** The name of the affected database; `null` once that is deleted. */
  databaseName: string | null;
}

export function AuditTable({ events }: { events: readonly ListedEvent[] }) {
  return (
    <Scrolling label="Audit log, scrollable" minWidth={720} stacks>
      <Table verticalSpacing="xs" aria-label="Audit log">
        <TableThead>
          <TableTr>
            <TableTh>What</TableTh>
            <TableTh>Who</TableTh>
            <TableTh>When</TableTh>
            <TableTh>Details</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {events.map((event) => (
            <TableTr key={event.id}>
              <TableTd data-whole-line>
                {actionWords(event.action)}
                <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                  {subjectOf(event.data) ?? event.databaseName}
                </Text>
                <Text size="xs" c="dimmed">
                  {event.targetId}
                </Text>
              </TableTd>
              <TableTd>
                {event.actorEmail ?? actorWords(event.actorKind)}
                {event.address !== null && (
                  <Text size="xs" c="dimmed">
                    from {event.address}
                  </Text>
                )}
              </TableTd>
              <TableTd>
                <Moment at={event.createdAt} />
              </TableTd>
              <TableTd>
                <Text size="xs" style={{ overflowWrap: "anywhere" }} lineClamp={3} title={detailWords(event.data)}>
                  {detailWords(event.data)}
                </Text>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </Scrolling>
  );
}
