import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";

interface Props {
  address: string;
  folder: string;
  search: string;
  count: string;
}

/** The search of a folder, which is in the address, so that a view can be bookmarked. */
export function ObjectToolbar({ address, folder, search, count }: Props) {
  return (
    <ListToolbar
      search={
        <SearchField
          address={address}
          name="search"
          label="Find objects"
          placeholder="Start of a name"
          value={search}
          kept={folder === "" ? {} : { folder }}
          maxLength={200}
        />
      }
      count={count}
    />
  );
}
