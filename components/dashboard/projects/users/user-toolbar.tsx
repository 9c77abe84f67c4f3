import { FilterChip } from "@/components/ui/filter-chip";
import { FilterMenu } from "@/components/ui/filter-menu";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import type { MethodChoice } from "./method-choices";
import { STATUSES, TIMES, type UserQuery } from "./query";

interface Props {
  address: string;
  query: UserQuery;
  methods: readonly MethodChoice[];
  count: string;
}

/** The search and the filters of a project's users, which are in the address, so that a view can be bookmarked. */
export function UserToolbar({ address, query, methods, count }: Props) {
  const { search = "", ...kept } = query;
  const toggled = (name: keyof UserQuery, value: string) => toggledAddress(address, query, name, value);
  const choice = (name: keyof UserQuery, value: string, label: string) => {
    return { label, href: toggled(name, value), isOn: query[name] === value };
  };
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="search"
          label="Find users"
          placeholder="Start of an email or name, or an ID"
          value={search}
          kept={kept}
          maxLength={254}
        />
      }
      count={count}
    >
      {STATUSES.map(({ id, label }) => (
        <FilterChip key={id} href={toggled("status", id)} isOn={query.status === id}>
          {label}
        </FilterChip>
      ))}
      <FilterMenu label="Method" choices={methods.map(({ id, label }) => choice("method", id, label))} />
      <FilterMenu label="Last sign-in" choices={TIMES.map(({ id, label }) => choice("seen", id, label))} />
      {/* A search lists by the part that matched. */}
      {search === "" && query.seen === undefined && (
        <FilterChip href={toggled("sort", "last-sign-in")} isOn={query.sort === "last-sign-in"}>
          Sort by last sign-in
        </FilterChip>
      )}
    </ListToolbar>
  );
}
