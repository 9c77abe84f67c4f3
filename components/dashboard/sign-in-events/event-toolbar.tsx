import { FilterChip } from "@/components/ui/filter-chip";
import { FilterMenu } from "@/components/ui/filter-menu";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import { type EventQuery, PERIODS } from "./query";

export interface Choice {
  id: string;
  label: string;
}

interface Props {
  /** The address of the log. */
  address: string;
  query: EventQuery;
  /** The groups of types, each with its types. */
  groups: readonly (Choice & { kinds: readonly Choice[] })[];
  reasons: readonly Choice[];
  methods: readonly Choice[];
  count: string;
}

const OUTCOMES = [
  { id: "refused", label: "Refused" },
  { id: "accepted", label: "Accepted" },
] as const;

/** The search and the filters of the log, which are in the address, so that a view can be bookmarked and shared. */
export function EventToolbar({ address, query, groups, reasons, methods, count }: Props) {
  const { about = "", ...kept } = query;
  const toggled = (name: keyof EventQuery, value: string) => toggledAddress(address, query, name, value);
  const choiceOf =
    (name: keyof EventQuery, isGroup?: boolean) =>
    ({ id, label }: Choice) => ({
      label,
      href: toggled(name, id),
      isOn: query[name] === id,
      ...(isGroup !== undefined && { isGroup }),
    });
  const chip = (name: keyof EventQuery, { id, label }: Choice) => (
    <FilterChip key={id} href={toggled(name, id)} isOn={query[name] === id}>
      {label}
    </FilterChip>
  );
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="about"
          label="Find events"
          placeholder="Email, request ID, user ID or IP address"
          value={about}
          kept={kept}
          maxLength={254}
        />
      }
      count={count}
    >
      {OUTCOMES.map((outcome) => chip("outcome", outcome))}
      <FilterMenu
        label="Type"
        choices={groups.flatMap((group) => [
          choiceOf("what", true)(group),
          ...group.kinds.map(choiceOf("what", false)),
        ])}
      />
      <FilterMenu label="Reason" choices={reasons.map(choiceOf("reason"))} />
      <FilterMenu label="Method" choices={methods.map(choiceOf("method"))} />
      {PERIODS.map((period) => chip("when", period))}
      {chip("live", { id: "on", label: "Live" })}
    </ListToolbar>
  );
}
