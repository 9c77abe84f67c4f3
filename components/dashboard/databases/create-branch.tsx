import { IconGitBranch } from "@tabler/icons-react";
import type { FormAction } from "../action-form";
import { CreateByName } from "../create-by-name";

export function CreateBranch({ parentName, create }: { parentName: string; create: FormAction }) {
  return (
    <CreateByName
      button="Create branch"
      icon={<IconGitBranch size={16} aria-hidden />}
      title={`Branch of ${parentName}`}
      consequence={`A full copy with a password of its own. The sessions of ${parentName} end, and new ones wait until it is copied.`}
      maxLength={40}
      create={create}
    />
  );
}
