"use client";

import { Checkbox } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import { byteText } from "@/lib/core/byte-text";
import type { BrowsedDocuments } from "@/lib/sql/documents/resource";
import classes from "./documents.module.css";

interface Props {
  documents: BrowsedDocuments["documents"];
  selected: ReadonlySet<string>;
  /** Selects a document, or undoes that; `null` where documents cannot be deleted. */
  onSelect: ((id: string) => void) | null;
  onOpen: (id: string) => void;
}

/** A list of documents with the beginning of each. A click opens the whole document. */
export function DocumentList({ documents, selected, onSelect, onOpen }: Props) {
  return (
    <ul className={classes.list} aria-label="Documents">
      {documents.map(({ id, preview, bytes, updatedAt }) => (
        <li key={id} className={classes.item}>
          {onSelect && (
            <Checkbox
              size="xs"
              mt={3}
              aria-label={`Select document ${id}`}
              checked={selected.has(id)}
              onChange={() => onSelect(id)}
            />
          )}
          <button type="button" className={classes.text} onClick={() => onOpen(id)}>
            <bdi className={classes.preview}>{preview}</bdi>
            <span className={classes.facts}>
              {id} · {byteText(bytes)} · changed <Moment at={updatedAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
