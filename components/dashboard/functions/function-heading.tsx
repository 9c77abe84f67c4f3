import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/page-heading";
import { PageTabs } from "@/components/ui/page-tabs";
import classes from "./functions.module.css";
import { READ_ONLY } from "./words";

const TABS = [
  { page: "", label: "Code" },
  { page: "/try", label: "Try it" },
  { page: "/deployments", label: "Deployments" },
  { page: "/logs", label: "Logs" },
  { page: "/secrets", label: "Secrets" },
  { page: "/schedules", label: "Schedules" },
  { page: "/settings", label: "Settings" },
] as const;

interface Props {
  name: string;
  /** The address of the list, and of the function's first page. */
  list: string;
  home: string;
  current: (typeof TABS)[number]["page"];
  /** Whether the member's role may change it. */
  isWriter: boolean;
  children?: ReactNode;
}

/** The heading of a function, and its tabs, each a page of its own. */
export function FunctionHeading({ name, list, home, current, isWriter, children }: Props) {
  return (
    <>
      <PageHeading title={name} parent={{ href: list, label: "Functions" }} text={isWriter ? null : READ_ONLY}>
        {children}
      </PageHeading>
      <div className={classes.tabs}>
        <PageTabs
          label="Pages of this function"
          tabs={TABS.map(({ page, label }) => ({ label, href: home + page, isCurrent: page === current }))}
        />
      </div>
    </>
  );
}
