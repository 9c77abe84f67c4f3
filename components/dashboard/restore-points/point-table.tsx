"use client";

import { ActionIcon, Badge, Button, Group, Loader, Menu, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconDots, IconGitBranch, IconTrash } from "@tabler/icons-react";
import { formatBytes } from "../charts/figures";
import { Moment } from "../moment";
import { Scrolling } from "../scrolling";
import { distance, ORIGINS } from "./origin";
import { type ListedPoint, makerOf } from "./point";

export type Choice = "restore" | "branch" | "delete";

interface Props {
  points: readonly ListedPoint[];
  /** ISO 8601, as the server had it. */
  now: string;
  canWrite: boolean;
  isBusy: boolean;
  choose: (what: Choice, point: ListedPoint) => void;
}

/** Every point, newest first. */
export function PointTable({ points, now, canWrite, isBusy, choose }: Props) {
  return (
    <Scrolling label="Restore points, scrollable" minWidth={680}>
      <Table verticalSpacing="sm" aria-label="Restore points">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th ta="right">Size</Table.Th>
            <Table.Th>Kept</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.id}>
              <Table.Th scope="row" fw={500} maw={320} style={{ overflowWrap: "anywhere" }}>
                {point.name}
                <Group gap={6} mt={4}>
                  <Badge size="sm" variant="light" color={ORIGINS[point.origin].color}>
                    {ORIGINS[point.origin].label}
                  </Badge>
                  <Text size="xs" c="dimmed" fw={400}>
                    {makerOf(point)}
                  </Text>
                </Group>
              </Table.Th>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                {distance(point.createdAt, now)}
                <Text size="xs" c="dimmed">
                  <Moment at={point.createdAt} />
                </Text>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {point.sizeBytes === null ? "" : formatBytes(point.sizeBytes)}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                {point.expiresAt === null ? "until deleted" : `goes ${distance(point.expiresAt, now)}`}
              </Table.Td>
              <Table.Td>
                {point.status === "ready" && canWrite && <Actions {...{ point, isBusy, choose }} />}
                {point.status !== "ready" && (
                  <Group justify="flex-end">
                    <Loader size="xs" aria-label="Being made" />
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}

function Actions({ point, isBusy, choose }: Pick<Props, "isBusy" | "choose"> & { point: ListedPoint }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        aria-label={`Restore ${point.name}`}
        onClick={() => choose("restore", point)}
      >
        Restore
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" disabled={isBusy} aria-label={`More for ${point.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconGitBranch size={16} aria-hidden />} onClick={() => choose("branch", point)}>
            Branch from here
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => choose("delete", point)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
