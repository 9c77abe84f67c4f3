import { FilterChip } from "@/components/ui/filter-chip";
import { FilterMenu } from "@/components/ui/filter-menu";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import { type LogQuery, PERIODS } from "./query";
import { SOURCE_NAMES } from "./source-names";

interface Props {
  /** The address of the log. */
  address: string;
  query: LogQuery;
  count: string;
}

const LEVELS = [
  { id: "warning", label: "Warnings and errors" },
  { id: "error", label: "Errors" },
] as const;

const STATUSES = [
  { id: "2xx", label: "2xx success" },
  { id: "3xx", label: "3xx redirect" },
  { id: "4xx", label: "4xx refused" },
  { id: "5xx", label: "5xx failed" },
] as const;

/** The search and the filters of the log, which are in the address, so that a view can be bookmarked and shared. */
export function LogToolbar({ address, query, count }: Props) {
  const { text = "", ...kept } = query;
  const toggled = (name: keyof LogQuery, value: string) => toggledAddress(address, query, name, value);
  const chip = (name: keyof LogQuery, { id, label }: { id: string; label: string }) => (
    <FilterChip key={id} href={toggled(name, id)} isOn={query[name] === id}>
      {label}
    </FilterChip>
  );
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="text"
          label="Find entries"
          placeholder="Request ID, user ID, operation, error code or message"
          value={text}
          kept={kept}
          maxLength={200}
        />
      }
      count={count}
    >
      {Object.entries(SOURCE_NAMES).map(([id, { plural }]) => chip("source", { id, label: plural }))}
      {LEVELS.map((level) => chip("level", level))}
      <FilterMenu
        label="Status"
        choices={STATUSES.map(({ id, label }) => ({ label, href: toggled("status", id), isOn: query.status === id }))}
      />
      {PERIODS.map((period) => chip("when", period))}
      {chip("live", { id: "on", label: "Live" })}
    </ListToolbar>
  );
}
