"use client";

import { Button, Group, Stack } from "@mantine/core";
import { IconArrowRight, IconCopy, IconDownload, IconTrash } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { SidePanel } from "@/components/ui/side-panel";
import { byteText } from "@/lib/core/byte-text";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import type { ObjectChanges } from "./changes";
import { CopyLink } from "./copy-link";
import { downloadAddress } from "./download-address";
import { ObjectPreview } from "./object-preview";
import classes from "./storage.module.css";
import { useObjectDialogs } from "./use-object-dialogs";
import { listAddress, nameIn } from "./words";

interface Props {
  object: StoredObject;
  /** A link to its bytes. */
  link: string;
  /** The address of the bucket, and the filter of its list. */
  address: string;
  query: Readonly<Record<string, string>>;
  /** `null` for a member who may change nothing. */
  changes: ObjectChanges | null;
}

/** An object at the side: its content, its metadata, and links to it. */
export function ObjectPanel({ object, link, address, query, changes }: Props) {
  const router = useRouter();
  const [isOver, setOver] = useState(false);
  const { key, url } = object;
  return (
    <SidePanel
      title={<span className={classes.panelTitle}>{nameIn(key)}</span>}
      size="32rem"
      isOver={isOver}
      onClosed={() => router.replace(listAddress(address, query) as Route, { scroll: false })}
    >
      <Stack gap="md">
        <ObjectPreview object={object} link={link} />
        <Group gap="xs">
          <Button
            component="a"
            href={downloadAddress(address, key)}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
          {changes && (
            <ChangeButtons
              objectKey={key}
              address={address}
              changes={changes}
              onMoved={(to) => router.replace(listAddress(address, { ...query, object: to }) as Route)}
              close={() => setOver(true)}
            />
          )}
        </Group>
        <CopyLink address={address} objectKey={key} publicUrl={url} />
        <ObjectFacts object={object} />
      </Stack>
    </SidePanel>
  );
}

interface ChangeProps {
  objectKey: string;
  address: string;
  changes: ObjectChanges;
  onMoved: (key: string) => void;
  close: () => void;
}

function ChangeButtons({ objectKey, address, changes, onMoved, close }: ChangeProps) {
  const { ask, dialogs } = useObjectDialogs({ address, changes, onMoved, onDeleted: close });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowRight size={16} aria-hidden />}
        onClick={() => ask({ what: "move", key: objectKey })}
      >
        Move or rename
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => ask({ what: "copy", key: objectKey })}
      >
        Copy
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => ask({ what: "delete", keys: [objectKey] })}
      >
        Delete
      </Button>
      {dialogs}
    </>
  );
}

function ObjectFacts({ object }: { object: StoredObject }) {
  const { key, size, contentType, etag, sha256, metadata, createdAt, updatedAt } = object;
  return (
    <Facts
      facts={[
        ["Key", <code key="key">{key}</code>],
        ["Size", size < 1_024 ? byteText(size) : `${byteText(size)} (${size.toLocaleString("en")} bytes)`],
        ["Type", contentType],
        ["Created", <Moment key="created" at={createdAt} form="exact" />],
        ["Changed", <Moment key="changed" at={updatedAt} form="exact" />],
        ["ETag", <code key="etag">{etag}</code>],
        ["SHA-256", <code key="sha256">{sha256}</code>],
        ...Object.entries(metadata).map(([name, value]) => [`Metadata: ${name}`, value] as const),
      ]}
    />
  );
}
