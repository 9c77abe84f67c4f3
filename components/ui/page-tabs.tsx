import { PageLink } from "./page-link";
import classes from "./page-tabs.module.css";

interface Props {
  /** Names the subject of the pages. */
  label: string;
  tabs: readonly { href: string; label: string; isCurrent: boolean }[];
}

/** Tabs that are pages of their own. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <PageLink
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          {...(tab.isCurrent && { "aria-current": "page" })}
        >
          {tab.label}
        </PageLink>
      ))}
    </nav>
  );
}
