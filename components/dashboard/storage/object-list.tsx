"use client";

import { Checkbox } from "@mantine/core";
import { IconArrowRight, IconCopy, IconDownload, IconFile, IconFolder, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { SelectionToolbar, useSelection } from "@/components/ui/lists/selection";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import rowName from "@/components/ui/row-name.module.css";
import { byteText } from "@/lib/core/byte-text";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import type { ObjectChanges } from "./changes";
import { downloadAddress } from "./download-address";
import classes from "./storage.module.css";
import { type Question, useObjectDialogs } from "./use-object-dialogs";
import { listAddress, nameIn } from "./words";

interface Props {
  /** The address of the bucket, and the filter of its list. */
  address: string;
  query: Readonly<Record<string, string>>;
  folders: readonly string[];
  objects: readonly StoredObject[];
  /** The content above the list while nothing is selected. */
  toolbar: ReactNode;
  /** `null` for a member who may change nothing. */
  changes: ObjectChanges | null;
}

/** The folders and the objects of a folder. A member who may change them selects several, or opens the menu of one. */
export function ObjectList({ changes, ...props }: Props) {
  if (changes) return <ChangingList {...props} changes={changes} />;
  return (
    <>
      {props.toolbar}
      <Table {...props} menuOf={({ key }) => [downloadAction(props.address, key)]} />
    </>
  );
}

function ChangingList({ toolbar, changes, objects, ...props }: Props & { changes: ObjectChanges }) {
  const selection = useSelection(objects.map(({ key }) => key));
  const { ask, dialogs } = useObjectDialogs({ address: props.address, changes });
  const acts = [{ label: "Delete", act: () => ask({ what: "delete", keys: selection.chosen }) }];
  return (
    <>
      <SelectionToolbar noun="object" {...{ selection, toolbar, acts }} />
      <KeepFocus label="Objects and folders">
        <Table
          {...props}
          objects={objects}
          menuOf={({ key }) => [downloadAction(props.address, key), ...changesOf(key, ask)]}
          folderMenuOf={(folder) => [deleteAction("Delete folder", () => ask({ what: "delete-folder", folder }))]}
          selected={selection.selected}
          toggle={selection.toggle}
        />
      </KeepFocus>
      {dialogs}
    </>
  );
}

const downloadAction = (address: string, key: string): RowAction => {
  return { label: "Download", icon: IconDownload, onSelect: () => location.assign(downloadAddress(address, key)) };
};

const deleteAction = (label: string, onSelect: () => void): RowAction => {
  return { label, icon: IconTrash, isDestructive: true, onSelect };
};

const changesOf = (key: string, ask: (question: Question) => void): RowAction[] => [
  { label: "Move or rename", icon: IconArrowRight, onSelect: () => ask({ what: "move", key }) },
  { label: "Copy", icon: IconCopy, onSelect: () => ask({ what: "copy", key }) },
  deleteAction("Delete", () => ask({ what: "delete", keys: [key] })),
];

interface TableProps extends Pick<Props, "address" | "query" | "folders" | "objects"> {
  menuOf: (object: StoredObject) => RowAction[];
  folderMenuOf?: (folder: string) => RowAction[];
  selected?: ReadonlySet<string>;
  toggle?: (key: string) => void;
}

const COLUMNS = ["Name", { name: "Size", isFigure: true }, "Type", "Changed"] as const;

function Table({ address, query, folders, objects, menuOf, folderMenuOf, selected, toggle }: TableProps) {
  return (
    <Listing label="Objects" minWidth={640} columns={COLUMNS} stacks>
      {folders.map((folder) => (
        <tr key={folder}>
          <th scope="row">
            <div className={`${rowName.name} ${classes.name}`}>
              {toggle && <span className={classes.noBox} />}
              <IconFolder size={16} aria-hidden className={classes.icon} />
              <PageLink href={listAddress(address, { folder })} data-row-link>
                {nameIn(folder)}
                <PendingLink />
              </PageLink>
            </div>
          </th>
          <td />
          <td>Folder</td>
          <td />
          <td data-actions>
            {folderMenuOf && <RowMenu label={`Actions for ${nameIn(folder)}`} actions={folderMenuOf(folder)} />}
          </td>
        </tr>
      ))}
      {objects.map((object) => {
        const { key, size, contentType, updatedAt } = object;
        return (
          <tr key={key}>
            <th scope="row">
              <div className={`${rowName.name} ${classes.name}`}>
                {toggle && (
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${nameIn(key)}`}
                    checked={selected?.has(key) ?? false}
                    onChange={() => toggle(key)}
                  />
                )}
                <IconFile size={16} aria-hidden className={classes.icon} />
                <PageLink href={listAddress(address, { ...query, object: key })} scroll={false} data-row-link>
                  {nameIn(key)}
                  <PendingLink />
                </PageLink>
              </div>
            </th>
            <td data-figure data-label="Size">
              {byteText(size)}
            </td>
            <td data-label="Type" className={classes.type}>
              {contentType}
            </td>
            <td data-label="Changed">
              <Moment at={updatedAt} />
            </td>
            <td data-actions>
              <RowMenu label={`Actions for ${nameIn(key)}`} actions={menuOf(object)} />
            </td>
          </tr>
        );
      })}
    </Listing>
  );
}
