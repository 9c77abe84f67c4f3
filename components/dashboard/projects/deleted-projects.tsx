"use client";

import { Button } from "@mantine/core";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { useOutcome } from "@/components/ui/use-outcome";
import type { DeletedProject } from "@/lib/sign-in/projects/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./project-table.module.css";

interface Props {
  projects: readonly DeletedProject[];
  /** Restores a project; `null` for a member who may not. */
  restore: ((projectId: string) => Promise<Outcome>) | null;
}

/** The projects that were deleted, for as long as that can be taken back. */
export function DeletedProjects({ projects, restore }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <KeepFocus label="Deleted projects">
      <section aria-labelledby="deleted" className={classes.deleted}>
        <h2 id="deleted" className={classes.title}>
          Deleted
        </h2>
        <Listing
          label="Deleted projects"
          minWidth={480}
          columns={["Name", "Deleted", "Can be restored until"]}
          hasActions={restore !== null}
          stacks
        >
          {projects.map(({ id, name, deletedAt, restorableUntil }) => (
            <tr key={id} data-dimmed>
              <th scope="row">{name}</th>
              <td>
                <Moment at={deletedAt} />
              </td>
              <td>
                <Moment at={restorableUntil} form="exact" />
              </td>
              {restore && (
                <td data-actions>
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={isWorking}
                    aria-label={`Restore ${name}`}
                    onClick={() => run(() => restore(id), `Project ${name} restored`)}
                  >
                    Restore
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </Listing>
      </section>
    </KeepFocus>
  );
}
