import { Button, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { LinkAnchor } from "@/components/ui/link";
import { PageLink } from "@/components/ui/page-link";
import { PageLinks } from "@/components/ui/page-links";
import { Scrolling } from "@/components/ui/scrolling";
import type { ObjectKindName, ObjectPage } from "@/lib/sql/structure/resource";
import tabs from "../tables/table-tabs.module.css";
import classes from "./structure.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  asked: { kind: ObjectKindName; search: string; offset: number };
  page: ObjectPage;
}

const KINDS: readonly { kind: ObjectKindName; label: string; empty: string }[] = [
  { kind: "views", label: "Views", empty: "No views. A view is a query with a name." },
  { kind: "functions", label: "Functions", empty: "No functions or procedures." },
  { kind: "types", label: "Types", empty: "No enums, domains, or other types." },
  { kind: "sequences", label: "Sequences", empty: "No sequences. An identity column makes one." },
  { kind: "extensions", label: "Extensions", empty: "No extensions." },
];

/** Lists the objects of a database that are no tables, a kind at a time. */
export function ObjectList({ base, asked, page: { objects, hasMore } }: Props) {
  const { kind, search, offset } = asked;
  const to = (part: Partial<Props["asked"]>) => {
    const query = new URLSearchParams({ kind: part.kind ?? kind });
    const wanted = part.search ?? search;
    if (wanted) query.set("search", wanted);
    if (part.offset) query.set("offset", String(part.offset));
    return `${base}/objects?${query}`;
  };
  const empty = search ? "No matching objects." : KINDS.find((each) => each.kind === kind)?.empty;
  return (
    <>
      <nav className={tabs.tabs} aria-label="Kinds of objects">
        {KINDS.map((each) => (
          <PageLink
            key={each.kind}
            href={to({ kind: each.kind, search: "" })}
            className={tabs.tab}
            {...(each.kind === kind && { "aria-current": "page" })}
          >
            {each.label}
          </PageLink>
        ))}
      </nav>
      <form action={`${base}/objects`} className={classes.search}>
        <input type="hidden" name="kind" value={kind} />
        <TextInput
          key={kind}
          name="search"
          aria-label="Find by name"
          placeholder="Find by name"
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={search}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {objects.length === 0 ? (
        <p className={classes.meta}>{empty}</p>
      ) : (
        <Scrolling label={`${kind}, scrollable`} minWidth={560} stacks>
          <ObjectTable base={base} kind={kind} objects={objects} />
        </Scrolling>
      )}
      <PageLinks
        previous={offset > 0 ? to({ offset: Math.max(0, offset - 200) }) : null}
        next={hasMore ? to({ offset: offset + 200 }) : null}
      />
    </>
  );
}

function ObjectTable({ base, kind, objects }: { base: string; kind: ObjectKindName; objects: ObjectPage["objects"] }) {
  return (
    <Table highlightOnHover aria-label={kind}>
      <TableThead>
        <TableTr>
          <TableTh scope="col">Name</TableTh>
          <TableTh scope="col">Kind</TableTh>
          <TableTh scope="col">Details</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {objects.map(({ id, schema, name, detail, kind: words, comment }) => (
          <TableTr key={id}>
            <TableTh scope="row" className={classes.name}>
              <LinkAnchor href={`${base}/objects/definition?kind=${kind}&id=${id}`} fz="inherit">
                <bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>
              </LinkAnchor>
            </TableTh>
            <TableTd>{words}</TableTd>
            <TableTd className={classes.code}>
              {detail}
              {comment && <span className={classes.meta}> · {comment}</span>}
            </TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </Table>
  );
}
