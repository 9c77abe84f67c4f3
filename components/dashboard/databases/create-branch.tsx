import { IconGitBranch } from "@tabler/icons-react";
import { CreateByName } from "@/components/ui/create-by-name";
import type { FormAction } from "@/components/ui/form-action";

export function CreateBranch({ parentName, create }: { parentName: string; create: FormAction }) {
  return (
    <CreateByName
      command="create-branch"
      button="Create branch"
      icon={<IconGitBranch size={16} aria-hidden />}
      title={`Branch of ${parentName}`}
      consequence={`A full copy of ${parentName} with a password of its own. Connections to ${parentName} are closed until the copy is finished.`}
      maxLength={40}
      create={create}
    />
  );
}
