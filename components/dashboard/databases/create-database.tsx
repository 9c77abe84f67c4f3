import { IconPlus } from "@tabler/icons-react";
import { CreateByName } from "@/components/ui/create-by-name";
import type { FormAction } from "@/components/ui/form-action";

export function CreateDatabase({ create }: { create: FormAction }) {
  return (
    <CreateByName
      command="create-database"
      button="Create database"
      icon={<IconPlus size={16} aria-hidden />}
      description="Up to 40 characters, unique in the organisation."
      maxLength={40}
      create={create}
    />
  );
}
