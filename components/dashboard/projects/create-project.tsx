import { IconPlus } from "@tabler/icons-react";
import { CreateByName } from "@/components/ui/create-by-name";
import type { FormAction } from "@/components/ui/form-action";

export function CreateProject({ create }: { create: FormAction }) {
  return (
    <CreateByName
      command="create-project"
      button="Create project"
      icon={<IconPlus size={16} aria-hidden />}
      description="The name of your app: users see it on the sign-in pages. Up to 64 characters."
      maxLength={64}
      create={create}
    />
  );
}
