import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/link";
import { SearchField } from "@/components/ui/lists/search-field";
import { PageLinks } from "@/components/ui/page-links";
import { PageTabs } from "@/components/ui/page-tabs";
import { Scrolling } from "@/components/ui/scrolling";
import type { ObjectKindName, ObjectPage } from "@/lib/sql/structure/resource";
import { OBJECT_KINDS } from "./object-kinds";
import classes from "./structure.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  asked: { kind: ObjectKindName; search: string; offset: number };
  page: ObjectPage;
}

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
  const empty = search ? "No matching objects." : OBJECT_KINDS[kind].empty;
  return (
    <>
      <PageTabs
        label="Kinds of objects"
        tabs={(Object.keys(OBJECT_KINDS) as ObjectKindName[]).map((each) => ({
          ...{ label: OBJECT_KINDS[each].label, href: to({ kind: each, search: "" }), isCurrent: each === kind },
        }))}
      />
      <div className={classes.search}>
        <SearchField
          key={kind}
          address={`${base}/objects`}
          name="search"
          label="Find by name"
          placeholder="Find by name"
          value={search}
          kept={{ kind }}
        />
      </div>
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
