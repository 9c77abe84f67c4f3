"use client";

import { Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";

/**
 * Warns before the page is left with changes that are not applied: by closing it, and by a link. Returns a function for
 * other ways, and the dialog.
 */
export function useLeaveGuard(count: number): { leaveTo: (address: string) => void; question: ReactNode } {
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
