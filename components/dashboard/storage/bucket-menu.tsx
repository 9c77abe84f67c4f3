"use client";

import { IconPencil, IconShieldLock, IconTrash } from "@tabler/icons-react";
import { Dialog } from "@/components/ui/dialog";
import { DeleteForm } from "@/components/ui/forms/delete-form";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import type { BucketChanges } from "./changes";

interface Props {
  bucket: Bucket;
  /** The address of the bucket's page. */
  address: string;
  /** `null` for a member who may not change it. */
  changes: BucketChanges | null;
}

const TITLES = { edit: "Edit bucket", remove: "Delete bucket" } as const;

/** The actions on a bucket, and their dialogs. */
export function BucketMenu({ bucket, address, changes }: Props) {
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  const policy = { label: "Policy", icon: IconShieldLock, href: `${address}/policy` };
  if (!changes) return <RowMenu label={`Actions for ${bucket.name}`} actions={[policy]} />;
  return (
    <>
      <RowMenu
        label={`Actions for ${bucket.name}`}
        actions={[
          { label: "Edit", icon: IconPencil, onSelect: () => ask("edit") },
          policy,
          { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => ask("remove") },
        ]}
      />
      <Dialog opened={isAsking} onClose={close} title={asked && TITLES[asked]}>
        {asked === "edit" && <EditBucket bucket={bucket} changes={changes} close={close} />}
        {asked === "remove" && <DeleteBucket bucket={bucket} changes={changes} close={close} />}
      </Dialog>
    </>
  );
}

interface DialogProps {
  bucket: Bucket;
  changes: BucketChanges;
  close: () => void;
}

function EditBucket({ bucket, changes, close }: DialogProps) {
  return (
    <FieldForm
      form={filledForm(changes.form, bucket)}
      action={changes.update.bind(null, bucket.id)}
      close={close}
      onDone={close}
    />
  );
}

function DeleteBucket({ bucket: { id, name }, changes, close }: DialogProps) {
  return (
    <DeleteForm
      title="Delete bucket"
      goes={`The bucket ${name} with its policy. It must be empty: delete its objects first.`}
      stays="The project's other buckets, and the audit log."
      undo="This can't be undone."
      action={changes.remove.bind(null, id)}
      close={close}
    />
  );
}
