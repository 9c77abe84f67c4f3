import { IconPlus } from "@tabler/icons-react";
import { CreateByName } from "@/components/ui/create-by-name";
import type { FormAction } from "@/components/ui/form-action";

export function CreateCollection({ create }: { create: FormAction }) {
  return (
    <CreateByName
      command="create-collection"
      button="Create collection"
      icon={<IconPlus size={16} aria-hidden />}
      description="Also the name of its table in the documents schema. At most 63 bytes."
      maxLength={63}
      create={create}
    />
  );
}
