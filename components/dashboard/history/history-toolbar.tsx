import { FilterChip } from "@/components/ui/filter-chip";
import { choicesOfPeople } from "@/components/ui/filter-choice";
import { FilterMenu } from "@/components/ui/filter-menu";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import type { Member } from "@/lib/people/members/resource";

/** The parameters in the address of the page. */
export type HistoryQuery = Partial<Record<"search" | "status" | "person" | "undoable", string>>;

interface Props {
  address: string;
  query: HistoryQuery;
  people: readonly Member[];
  /** The id of the member who looks. */
  self: string;
  count: string;
}

/** The search and the filters of the history, which are in the address, so that a view can be bookmarked and shared. */
export function HistoryToolbar({ address, query, people, self, count }: Props) {
  const { search = "", ...kept } = query;
  const toggled = (name: keyof HistoryQuery, value: string) => toggledAddress(address, query, name, value);
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="search"
          label="Find a statement"
          placeholder="Find by text"
          value={search}
          kept={kept}
          maxLength={200}
        />
      }
      count={count}
    >
      <FilterChip href={toggled("status", "failed")} isOn={query.status === "failed"}>
        Failed
      </FilterChip>
      <FilterChip href={toggled("person", self)} isOn={query.person === self}>
        Mine
      </FilterChip>
      <FilterChip href={toggled("undoable", "yes")} isOn={query.undoable !== undefined}>
        Can be undone
      </FilterChip>
      <FilterMenu label="Person" choices={choicesOfPeople(people, query.person, (id) => toggled("person", id))} />
    </ListToolbar>
  );
}
