import { estimateText } from "@/components/ui/figure-text";
import { Listing } from "@/components/ui/listing";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import { byteText } from "@/lib/core/byte-text";
import type { Collection } from "@/lib/sql/documents/resource";
import { collectionAddress } from "./collection";

const COLUMNS = ["Name", "Schema", { name: "Documents", isFigure: true }, { name: "Size", isFigure: true }] as const;

export function CollectionList({ base, collections }: { base: string; collections: readonly Collection[] }) {
  return (
    <Listing label="Collections" minWidth={480} columns={COLUMNS} stacks hasActions={false}>
      {collections.map(({ name, estimatedDocuments, bytes, jsonSchema }) => (
        <tr key={name}>
          <th scope="row">
            <div className={rowName.name}>
              <PageLink href={collectionAddress(base, name)} data-row-link>
                <bdi>{name}</bdi>
                <PendingLink />
              </PageLink>
            </div>
          </th>
          <td>{jsonSchema === null ? "any JSON" : "JSON Schema"}</td>
          <td data-figure data-label="Documents">
            {estimateText(estimatedDocuments)}
          </td>
          <td data-figure>{byteText(bytes)}</td>
        </tr>
      ))}
    </Listing>
  );
}
