"use client";

import { UnstyledButton } from "@mantine/core";
import { IconArrowLeft, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { isCurrent, type NavigationItem, type Place } from "../navigation/pages";
import classes from "./sidebar.module.css";
import type { Sheet } from "./use-sheet";

const FOLD_KEY = "[";
const FOLD_LABELS = { true: "Expand sidebar", false: "Collapse sidebar" };
const YEAR_SECONDS = 365 * 24 * 3_600;

interface Props {
  place: Place;
  sheet: Sheet;
  /** Whether it was folded to its icons when the page was rendered. */
  isFolded: boolean;
  /** The cookie that remembers that. */
  cookie: string;
}

/** The navigation of the page's place: the pages of a database, of a project, or of the organisation. */
export function Sidebar({ place: { kind, name, pages, back }, sheet, isFolded: wasFolded, cookie }: Props) {
  const [isFolded, setIsFolded] = useState(wasFolded);
  const isHydrated = useHydrated();
  const fold = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = `${cookie}=folded; Path=/dashboard; Max-Age=${isFolded ? 0 : YEAR_SECONDS}; SameSite=Lax`;
    setIsFolded(!isFolded);
  };
  useCommand({ id: "collapse-sidebar", label: FOLD_LABELS[`${isFolded}`], keys: FOLD_KEY, group: "Everywhere" }, fold);
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav
      ref={sheet.ref}
      aria-label={kind}
      className={classes.sidebar}
      data-open={sheet.isOpen || undefined}
      data-folded={isFolded || undefined}
    >
      {name !== null && <p className={classes.place}>{name}</p>}
      <div className={classes.list}>
        {pages.map((item) => (
          <Item key={item.href} item={item} />
        ))}
      </div>
      <div className={classes.foot}>
        {back && (
          <PageLink href={back.href} className={classes.item}>
            <IconArrowLeft size={16} stroke={1.6} aria-hidden />
            <span className={classes.label}>{back.label}</span>
          </PageLink>
        )}
        <UnstyledButton
          className={classes.item}
          data-fold
          onClick={fold}
          aria-expanded={!isFolded}
          aria-label={FOLD_LABELS[`${isFolded}`]}
          aria-disabled={isHydrated ? undefined : true}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
          <span className={classes.label}>
            {isFolded ? "Expand" : "Collapse"}
            <kbd aria-hidden>{FOLD_KEY}</kbd>
          </span>
        </UnstyledButton>
      </div>
    </nav>
  );
}

function Item({ item }: { item: NavigationItem }) {
  const { href, label, icon: Icon, key } = item;
  const isHere = isCurrent(item, usePathname());
  return (
    <PageLink href={href} className={classes.item} aria-current={isHere ? "page" : undefined}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        {label}
        <kbd aria-hidden>G {key.toUpperCase()}</kbd>
      </span>
      <PendingLink />
    </PageLink>
  );
}
