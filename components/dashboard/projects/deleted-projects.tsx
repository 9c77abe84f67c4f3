"use client";

import { DeletedList } from "@/components/ui/lists/deleted-list";
import { useOutcome } from "@/components/ui/use-outcome";
import type { DeletedProject } from "@/lib/sign-in/projects/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  projects: readonly DeletedProject[];
  /** Restores a project; `null` for a member who may not. */
  restore: ((projectId: string) => Promise<Outcome>) | null;
}

export function DeletedProjects({ projects, restore }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <DeletedList
      label="Deleted projects"
      rows={projects}
      restore={restore && (({ id, name }) => run(() => restore(id), `Project ${name} restored`))}
      isWorking={isWorking}
    />
  );
}
