import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { BucketMenu } from "./bucket-menu";
import type { BucketChanges } from "./changes";
import { takesWords } from "./words";

interface Props {
  /** The address of this list. */
  home: string;
  buckets: readonly Bucket[];
  /** `null` for a member who may not change them. */
  changes: BucketChanges | null;
}

export function BucketTable({ home, buckets, changes }: Props) {
  return (
    <MenuTable
      label="Buckets"
      minWidth={640}
      rows={buckets}
      columns={[
        { name: "Bucket", cell: ({ id, name }) => <RowLink href={`${home}/${id}`} name={name} /> },
        { name: "Access", cell: (bucket) => (bucket.public ? "Public" : "Private") },
        { name: "Takes", cell: takesWords },
        { name: "Policy", cell: ({ policy }) => (policy.length === 1 ? "1 rule" : `${policy.length} rules`) },
        { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      end={(bucket) => <BucketMenu bucket={bucket} address={`${home}/${bucket.id}`} changes={changes} />}
    />
  );
}
