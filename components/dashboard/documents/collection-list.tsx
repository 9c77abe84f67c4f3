import { estimateText } from "@/components/ui/figure-text";
import { DataTable } from "@/components/ui/lists/data-table";
import { RowLink } from "@/components/ui/row-link";
import { byteText } from "@/lib/core/byte-text";
import type { Collection } from "@/lib/sql/documents/resource";
import { collectionAddress } from "./collection";

export function CollectionList({ base, collections }: { base: string; collections: readonly Collection[] }) {
  return (
    <DataTable
      label="Collections"
      minWidth={480}
      rows={collections}
      keyOf={({ name }) => name}
      columns={[
        {
          name: "Name",
          cell: ({ name }) => <RowLink href={collectionAddress(base, name)} name={<bdi>{name}</bdi>} />,
        },
        { name: "Schema", card: null, cell: ({ jsonSchema }) => (jsonSchema === null ? "any JSON" : "JSON Schema") },
        { name: "Documents", isFigure: true, cell: ({ estimatedDocuments }) => estimateText(estimatedDocuments) },
        { name: "Size", isFigure: true, card: null, cell: ({ bytes }) => byteText(bytes) },
      ]}
    />
  );
}
