import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
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

const COLUMNS = ["Bucket", "Access", "Takes", "Policy", "Created"] as const;

export function BucketTable({ home, buckets, changes }: Props) {
  return (
    <KeepFocus label="Buckets">
      <Listing label="Buckets" minWidth={640} columns={COLUMNS} stacks>
        {buckets.map((bucket) => {
          const { id, name, policy, createdAt } = bucket;
          return (
            <tr key={id}>
              <th scope="row">
                <div className={rowName.name}>
                  <PageLink href={`${home}/${id}`} data-row-link>
                    {name}
                    <PendingLink />
                  </PageLink>
                </div>
              </th>
              <td data-label="Access">{bucket.public ? "Public" : "Private"}</td>
              <td data-label="Takes">{takesWords(bucket)}</td>
              <td data-label="Policy">{policy.length === 1 ? "1 rule" : `${policy.length} rules`}</td>
              <td data-label="Created">
                <Moment at={createdAt} />
              </td>
              <td data-actions>
                <BucketMenu bucket={bucket} address={`${home}/${id}`} changes={changes} />
              </td>
            </tr>
          );
        })}
      </Listing>
    </KeepFocus>
  );
}
