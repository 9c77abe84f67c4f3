"use client";

import { Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import { type RowView, rowAddress } from "../addresses/row-address";
import type { OpenCondition } from "./condition-editor";
import classes from "./row-browser.module.css";
import type { RowBrowserProps } from "./row-browser-props";
import { RowFilters } from "./row-filters";
import { RowSheet } from "./row-sheet";

/** The rows of a table, where they can be browsed, filtered and edited. It fills its container. */
export function RowBrowser(props: RowBrowserProps) {
  const { base, view, table } = props;
  /** The number of changes that are not applied yet. */
  const [pending, setPending] = useState(0);
  const guard = useLeaveGuard(pending);
  const [open, setOpen] = useState<OpenCondition | null>(null);
  const show = (next: Partial<RowView>) => guard.leaveTo(rowAddress(base, { ...view, cursor: undefined, ...next }));
  return (
    <div className={classes.browser}>
      <RowFilters
        base={base}
        view={view}
        columns={table.shape.columns}
        faults={table.faults}
        open={open}
        setOpen={setOpen}
        go={guard.leaveTo}
      />
      <RowSheet
        // The filter outlives the rows, so that the focus stays in it when they change.
        key={rowAddress("", view)}
        {...props}
        show={show}
        onPending={setPending}
        askFilter={(column) => setOpen({ entry: view.filters.length, alternative: 0, column })}
      />
      {guard.question}
    </div>
  );
}

/**
 * Warns before the page is left with changes that are not applied: by closing it, and by a link. Returns a function for
 * other ways, and the dialog.
 */
function useLeaveGuard(count: number): { leaveTo: (address: string) => void; question: ReactNode } {
  const router = useRouter();
  const [address, setAddress] = useState<string | null>(null);
  const isDirty = count > 0;
  const isAgreed = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    isAgreed.current = false;
    const unload = (event: BeforeUnloadEvent) => {
      if (!isAgreed.current) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
      if (!link || isElsewhere || link.target === "_blank" || link.origin !== location.origin) return;
      event.preventDefault();
      event.stopPropagation();
      setAddress(link.href.slice(link.origin.length));
    };
    window.addEventListener("beforeunload", unload);
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
    };
  }, [isDirty]);
  const go = (to: string) => router.push(to as Route);
  return {
    leaveTo: (to) => (isDirty ? setAddress(to) : go(to)),
    question: (
      <Confirm
        isOpen={address !== null}
        title={`Discard ${countText(count, "change")}?`}
        confirm="Discard and leave"
        onClose={() => setAddress(null)}
        onConfirm={() => {
          isAgreed.current = true;
          if (address !== null) go(address);
        }}
      >
        <Text size="sm">These changes aren't applied yet. Leaving this page discards them.</Text>
      </Confirm>
    ),
  };
}
