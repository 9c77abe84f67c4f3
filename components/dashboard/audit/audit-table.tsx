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
    <Scrolling label="Audit log, scrollable" minWidth={760}>
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
                  {event.data === null ? "" : JSON.stringify(event.data)}
                </Text>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </Scrolling>
  );
}
