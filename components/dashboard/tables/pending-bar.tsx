"use client";

import { Button, Group, Text } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import type { Outcome } from "@/lib/web/resource";
import { changesOf } from "./pending";
import classes from "./pending-bar.module.css";
import type { RowEdits } from "./use-row-edits";

const ChangesSql = lazy(() => import("./changes-sql"));

interface Props {
  edits: RowEdits;
  previewChanges: (changes: unknown) => Promise<Outcome<{ text: string }>>;
}

/** The bar of changes that are not applied yet: how many, and buttons that apply, discard and show them. */
export function PendingBar({ edits, previewChanges }: Props) {
  const { pending, base, grid } = edits;
  const { count, message, isApplying, asked } = pending;
  const [isShown, setIsShown] = useState(false);
  const apply = (mayKeep = false) => void pending.apply(mayKeep).then(() => grid.focus());
  /** The newest of each, for a listener that outlives a render. */
  const latest = useRef({ apply, isApplying });
  latest.current = { apply, isApplying };
  const isDirty = count > 0;
  useEffect(() => {
    if (!isDirty) return;
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // A value that is being typed is kept with the others first: leaving its field does that.
      grid.focus();
      setTimeout(() => !latest.current.isApplying && latest.current.apply());
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [isDirty, grid.focus]);
  return (
    <>
      {count > 0 && (
        <section className={classes.bar} aria-label="Changes to apply">
          <div className={classes.text}>
            <Text size="sm" fw={500} role="status">
              {countText(count, "change")}
            </Text>
            {message !== null && (
              <Text size="sm" role="alert" className={classes.fault}>
                Nothing was applied. {message}
              </Text>
            )}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button size="xs" variant="subtle" onClick={() => setIsShown(true)}>
              Show SQL
            </Button>
            <Button size="xs" variant="default" disabled={isApplying} onClick={pending.discard}>
              Discard
            </Button>
            <Button size="xs" loading={isApplying} onClick={() => apply()} rightSection={<kbd>Ctrl S</kbd>}>
              Apply
            </Button>
          </Group>
        </section>
      )}
      {isShown && (
        <Suspense>
          <ChangesSql
            read={() => previewChanges(changesOf(base, pending.pending).changes)}
            onClose={() => setIsShown(false)}
          />
        </Suspense>
      )}
      <Confirm
        isOpen={asked !== null}
        title="Create a restore point first?"
        confirm="Create restore point and apply"
        onClose={() => pending.setAsked(null)}
        onConfirm={() => apply(true)}
      >
        <Text size="sm">{asked}</Text>
      </Confirm>
    </>
  );
}
