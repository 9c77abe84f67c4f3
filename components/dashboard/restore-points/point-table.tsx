"use client";

import { ActionIcon, Badge, Button, Group, Loader, Menu, Text } from "@mantine/core";
import { IconDots, IconGitBranch, IconTrash } from "@tabler/icons-react";
import { diskSizeText } from "@/components/ui/figure-text";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import { distance, ORIGINS } from "./origin";
import { makerOf } from "./point";

export type Choice = "restore" | "branch" | "delete";

interface Props {
  points: readonly ListedRestorePoint[];
  /** The time of the server, in ISO 8601. */
  now: string;
  canWrite: boolean;
  isBusy: boolean;
  choose: (what: Choice, point: ListedRestorePoint) => void;
}

const COLUMNS = ["Name", "Created", { name: "Size", isFigure: true }, "Expires"] as const;

/** The restore points of a database, newest first. */
export function PointTable({ points, now, canWrite, isBusy, choose }: Props) {
  return (
    <Listing label="Restore points" minWidth={560} stacks columns={COLUMNS}>
      {points.map((point) => (
        <tr key={point.id}>
          <th scope="row" style={{ overflowWrap: "anywhere" }}>
            {point.name}
            <Group gap={6} mt={4}>
              <Badge size="sm" variant="light" color={ORIGINS[point.origin].color}>
                {ORIGINS[point.origin].label}
              </Badge>
              <Text size="xs" c="dimmed" fw={400}>
                {makerOf(point)}
              </Text>
            </Group>
          </th>
          <td>
            {distance(point.createdAt, now)}
            <Text size="xs" c="dimmed">
              <Moment at={point.createdAt} />
            </Text>
          </td>
          <td data-figure>{sizeOf(point)}</td>
          <td>{point.expiresAt === null ? "Never" : distance(point.expiresAt, now)}</td>
          <td>
            {point.status === "ready" && canWrite && <Actions point={point} isBusy={isBusy} choose={choose} />}
            {point.status !== "ready" && (
              <Group justify="flex-end">
                <Loader size="xs" aria-label="Creating" />
              </Group>
            )}
          </td>
        </tr>
      ))}
    </Listing>
  );
}

function sizeOf({ sizeBytes }: ListedRestorePoint): string {
  return sizeBytes === null ? "copying…" : diskSizeText(sizeBytes);
}

function Actions({ point, isBusy, choose }: Pick<Props, "isBusy" | "choose"> & { point: ListedRestorePoint }) {
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
