import { Keys } from "@/components/ui/commands/keys";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterMenu } from "@/components/ui/filter-menu";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import type { Severity } from "@/lib/services/abuse-reports/resource";
import classes from "./reports.module.css";
import { SEVERITY_WORDS } from "./words";

interface Props {
  address: string;
  query: { status?: string; severity?: string };
  count: string;
}

/** The filters of the reports, which are in the address, and the keys that walk them. */
export function ReportToolbar({ address, query, count }: Props) {
  return (
    <ListToolbar count={count}>
      <FilterChip href={toggledAddress(address, query, "status", "resolved")} isOn={query.status === "resolved"}>
        Resolved
      </FilterChip>
      <FilterMenu
        label="Severity"
        choices={(Object.keys(SEVERITY_WORDS) as Severity[]).map((severity) => ({
          label: SEVERITY_WORDS[severity],
          href: toggledAddress(address, query, "severity", severity),
          isOn: query.severity === severity,
        }))}
      />
      <span className={classes.hint}>
        <Keys keys="j k" /> to move, <Keys keys="Enter" /> to open
      </span>
    </ListToolbar>
  );
}
