import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { countText } from "@/components/ui/figure-text";
import type { ListDefinition } from "./define-list";
import { type FiltersProps, ListFilters } from "./list-filters";
import { OlderLink } from "./older-link";

interface Props<Name extends string> extends FiltersProps<Name> {
  items: readonly unknown[];
  nextCursor: string | null;
  /** The cursor of this page, which the first one has none of. */
  before: string | undefined;
  /** The most items of a page, of which a filter that looks at many may find fewer and not be at its end. */
  most?: number;
  /** The notice in the place of a list that nothing has come to yet. */
  none?: ReactNode;
  /** Further controls, after the filters. */
  controls?: ReactNode;
  /** The items; a function gets the notice of an empty list, which it places itself. */
  children: ReactNode | ((notice: ReactNode) => ReactNode);
}

/** A list below its search and filters: its items, or the reason for which there are none, and the link to older ones. */
export function FilteredList<Name extends string>(props: Props<Name>) {
  const { list, address, query, items, nextCursor, before, most = 0, none, controls, children } = props;
  const isPart = nextCursor !== null || before !== undefined;
  const isFiltered = Object.keys(query).length > 0 || before !== undefined;
  const notice = items.length > 0 ? null : isFiltered || none === undefined ? <NoMatch {...list} /> : none;
  return (
    <>
      <ListFilters
        {...props}
        count={isPart ? `${items.length} shown` : countText(items.length, list.noun, list.plural)}
      >
        {controls}
      </ListFilters>
      {typeof children === "function" ? children(notice) : (notice ?? children)}
      <OlderLink
        address={address}
        query={query}
        cursor={nextCursor}
        label={items.length < most ? "Look further back" : "Older"}
      />
    </>
  );
}

type Filtered = Pick<ListDefinition<string>, "plural" | "search" | "filters">;

/** The notice in the place of a list none of whose items match its search and filters. */
export function NoMatch({ plural, search, filters }: Filtered) {
  const steps = [search && "search for something else", filters.length > 0 && "remove a filter"].filter(Boolean);
  const text = steps.join(", or ");
  return <EmptyState title={`No matching ${plural}`} text={`${text.charAt(0).toUpperCase()}${text.slice(1)}.`} />;
}
