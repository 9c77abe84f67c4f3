import { FilterChip } from "@/components/ui/filter-chip";
import { choicesOfPeople } from "@/components/ui/filter-choice";
import { FilterMenu } from "@/components/ui/filter-menu";
import { filteredAddress, toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import type { Member } from "@/lib/people/members/resource";
import { DateRange } from "./date-range";
import { type AuditQuery, PERIODS } from "./query";

interface Choice {
  id: string;
  label: string;
}

interface Props {
  address: string;
  query: AuditQuery;
  people: readonly Member[];
  /** The areas of actions, each with its actions. */
  areas: readonly (Choice & { actions: readonly Choice[] })[];
  count: string;
}

/** The search and the filters of the audit log, which are in the address, so that a view can be bookmarked and shared. */
export function AuditToolbar({ address, query, people, areas, count }: Props) {
  const { about = "", ...kept } = query;
  const to = (next: AuditQuery) => filteredAddress(address, next);
  const toggled = (name: "who" | "what", value: string) => toggledAddress(address, query, name, value);
  const { when, from: _, until: __, ...always } = query;
  const choice = (id: string, label: string, isGroup: boolean) => ({
    label,
    href: toggled("what", id),
    isOn: query.what === id,
    isGroup,
  });
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="about"
          label="Find entries"
          placeholder="Find by email, name or ID"
          value={about}
          kept={kept}
          maxLength={254}
        />
      }
      count={count}
    >
      <FilterMenu label="Who" choices={choicesOfPeople(people, query.who, (id) => toggled("who", id))} />
      <FilterMenu
        label="What"
        choices={areas.flatMap(({ id, label, actions }) => [
          choice(id, label, true),
          ...actions.map((action) => choice(action.id, action.label, false)),
        ])}
      />
      {PERIODS.map(({ id, label }) => (
        <FilterChip key={id} href={to(when === id ? always : { ...always, when: id })} isOn={when === id}>
          {label}
        </FilterChip>
      ))}
      <FilterChip href={to(when === "range" ? always : { ...always, when: "range" })} isOn={when === "range"}>
        Range
      </FilterChip>
      {when === "range" && <DateRange address={address} query={query} />}
    </ListToolbar>
  );
}
