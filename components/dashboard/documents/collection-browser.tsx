"use client";

import { Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageLinks } from "@/components/ui/page-links";
import { PageTotal } from "@/components/ui/page-total";
import { byteText } from "@/lib/core/byte-text";
import type { BrowsedDocuments, DocumentFilter as Filter, ReadDocument } from "@/lib/sql/documents/resource";
import type { Outcome } from "@/lib/web/resource";
import { collectionAddress } from "./collection";
import { CollectionTools } from "./collection-tools";
import { DocumentDialog } from "./document-dialog";
import { DocumentFilter } from "./document-filter";
import classes from "./documents.module.css";
import { SchemaDialog } from "./schema-dialog";
import { useDocuments } from "./use-documents";

export interface Props {
  /** The address of the page of collections. */
  base: string;
  page: BrowsedDocuments;
  filters: readonly Filter[];
  operators: readonly Filter["operator"][];
  maxUndoable: number;
  canWrite: boolean;
  saveDocument: (input: unknown) => Promise<Outcome<{ changeId: string }>>;
  readDocument: (id: string) => Promise<Outcome<ReadDocument>>;
  deleteDocuments: (ids: unknown) => Promise<Outcome<{ changeId: string }>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  countDocuments: (filters: unknown) => Promise<Outcome<{ count: number }>>;
  setJsonSchema: (jsonSchema: string | null) => Promise<Outcome<unknown>>;
}

/** The page of one collection: its documents can be browsed, edited, imported and exported. */
export function CollectionBrowser(props: Props) {
  const { base, page, filters, canWrite } = props;
  const { collection, documents } = page;
  const { name } = collection;
  const [isSchemaOpen, setIsSchemaOpen] = useState(false);
  const { isWorking, opened, setOpened, selected, toggle, removeSelected, save, imported } = useDocuments(props);
  const query = new URLSearchParams({ collection: name });
  const exported = new URLSearchParams({ collection: name, filters: JSON.stringify(filters) });
  const addressOf = (cursor: string | null) => cursor && collectionAddress(base, name, { filters, cursor });
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <DocumentFilter base={base} collection={name} filters={filters} operators={props.operators} />
        <CollectionTools
          addresses={{ importTo: `${base}/import?${query}`, exportFrom: `${base}/export?${exported}` }}
          selected={selected.size}
          canWrite={canWrite}
          isWorking={isWorking}
          removeSelected={removeSelected}
          maxUndoable={props.maxUndoable}
          onAdd={() => setOpened({ id: null, stored: "", text: "{\n  \n}" })}
          onSchema={() => setIsSchemaOpen(true)}
          onImported={imported}
        />
      </Group>
      {documents.length > 0 ? (
        <DocumentList
          documents={documents}
          selected={selected}
          onSelect={canWrite ? toggle : null}
          onOpen={(id) => setOpened(id)}
        />
      ) : filters.length > 0 ? (
        <EmptyState title="No matching documents" text="Change or remove the filter." />
      ) : (
        <EmptyState title="No documents yet" text="Add one here, import a file, or insert them from your app." />
      )}
      <Group justify="space-between" gap="xs">
        <PageTotal
          noun="document"
          shown={documents.length}
          before={page.rowsBefore}
          hasNext={page.next !== null}
          estimate={filters.length > 0 ? null : collection.estimatedDocuments}
          count={() => props.countDocuments(filters)}
        />
        <PageLinks previous={addressOf(page.previous)} next={addressOf(page.next)} />
      </Group>
      {opened !== null && (
        <DocumentDialog
          document={opened}
          readDocument={props.readDocument}
          save={canWrite ? save : null}
          onClose={() => setOpened(null)}
        />
      )}
      {isSchemaOpen && (
        <SchemaDialog
          jsonSchema={collection.jsonSchema}
          setJsonSchema={props.setJsonSchema}
          onClose={() => setIsSchemaOpen(false)}
        />
      )}
    </Stack>
  );
}

interface DocumentListProps {
  documents: BrowsedDocuments["documents"];
  selected: ReadonlySet<string>;
  /** Selects a document, or undoes that; `null` where documents cannot be deleted. */
  onSelect: ((id: string) => void) | null;
  onOpen: (id: string) => void;
}

/** A list of documents with the beginning of each. A click opens the whole document. */
function DocumentList({ documents, selected, onSelect, onOpen }: DocumentListProps) {
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
