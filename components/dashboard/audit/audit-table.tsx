import { Code, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { Moment } from "../moment";
import { Scrolling } from "../scrolling";

interface ListedEvent {
  id: string;
  action: string;
  actorKind: string;
  actorId: string;
  actorEmail: string | null;
  targetId: string;
  address: string | null;
  data: unknown;
  createdAt: string;
}

export function AuditTable({ events }: { events: readonly ListedEvent[] }) {
  return (
    <Scrolling label="Audit log, scrollable" minWidth={940}>
      <Table verticalSpacing="xs" aria-label="Audit log">
        <TableThead>
          <TableTr>
            <TableTh>When</TableTh>
            <TableTh>Who</TableTh>
            <TableTh>Action</TableTh>
            <TableTh>On</TableTh>
            <TableTh>Details</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {events.map((event) => (
            <TableTr key={event.id}>
              <TableTd>
                <Moment at={event.createdAt} />
              </TableTd>
              <TableTd>
                {event.actorEmail ?? event.actorKind}
                <Text size="xs" c="dimmed">
                  {event.address ?? event.actorId}
                </Text>
              </TableTd>
              <TableTd>{event.action}</TableTd>
              <TableTd>
                <Code>{event.targetId}</Code>
              </TableTd>
              <TableTd>
                <Text size="xs" style={{ overflowWrap: "anywhere" }}>
                  {detailsOf(event.data)}
                </Text>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </Scrolling>
  );
}

/** `name orders, readOnly false`: what the event holds, without the marks of JSON. */
function detailsOf(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(data)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(", ");
}
