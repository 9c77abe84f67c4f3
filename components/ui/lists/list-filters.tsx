import type { ReactNode } from "react";
import type { Choice, ListDefinition, ListFilter, ListQuery } from "./define-list";
import { FilterChip } from "./filter-chip";
import { FilterMenu } from "./filter-menu";
import { choiceAddress } from "./filtered-address";
import { ListToolbar } from "./list-toolbar";
import { SearchField } from "./search-field";

export interface FiltersProps<Name extends string> {
  list: ListDefinition<Name>;
  /** The address of the list. */
  address: string;
  query: ListQuery<Name>;
  /** The choices of filters that depend on the reader's data. */
  choices?: Readonly<Partial<Record<Name, readonly Choice[]>>>;
}

interface Props<Name extends string> extends FiltersProps<Name> {
  count?: string | undefined;
  /** Further controls, after the filters. */
  children?: ReactNode;
}

/** The search and the filters of a list, which are in its address. */
export function ListFilters<Name extends string>({ list, count, children, ...props }: Props<Name>) {
  const { search, filters } = list;
  const { address, query, choices } = props;
  return (
    <ListToolbar
      search={search && <SearchField {...search} address={address} {...valueIn(query, search.name)} />}
      count={count}
    >
      {filters.map((filter) => (
        <Filter
          key={filter.name}
          filter={filter}
          choices={choices?.[filter.name] ?? filter.choices ?? []}
          address={address}
          query={query}
        />
      ))}
      {children}
    </ListToolbar>
  );
}

interface FilterProps<Name extends string> {
  filter: ListFilter<Name>;
  choices: readonly Choice[];
  address: string;
  query: ListQuery<Name>;
}

function Filter<Name extends string>({ filter, choices, address, query }: FilterProps<Name>) {
  const { name, menu } = filter;
  const links = choices.map((choice) => {
    return { ...choice, href: choiceAddress(address, query, filter, choice.id), isOn: query[name] === choice.id };
  });
  if (menu !== undefined) return <FilterMenu label={menu} choices={links} />;
  return links.map(({ id, label, href, isOn }) => (
    <FilterChip key={id} href={href} isOn={isOn}>
      {label}
    </FilterChip>
  ));
}

/** Returns the text of the search, and the parameters that a new one keeps. */
function valueIn<Name extends string>(query: ListQuery<Name>, name: Name) {
  const { [name]: value = "", ...kept }: Readonly<Partial<Record<string, string>>> = query;
  return { value, kept: kept as Readonly<Record<string, string>> };
}
