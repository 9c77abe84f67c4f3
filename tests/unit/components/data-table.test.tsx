import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DataTable } from "@/components/ui/lists/data-table";
import { DeletedList } from "@/components/ui/lists/deleted-list";
import { MenuTable } from "@/components/ui/lists/menu-table";

interface Key {
  id: string;
  name: string;
  uses: number;
  endsAt: string | null;
}

const KEYS: readonly Key[] = [
  { id: "a", name: "Backend", uses: 1_200, endsAt: "in May" },
  { id: "b", name: "Old one", uses: 3, endsAt: null },
];

const TABLE: Parameters<typeof DataTable<Key>>[0] = {
  label: "Keys",
  minWidth: 400,
  rows: KEYS,
  columns: [
    { name: "Name", cell: ({ name }) => <b>{name}</b> },
    { name: "Uses", isFigure: true, cell: ({ uses }) => uses.toLocaleString("en") },
    { name: "Ends", card: ({ endsAt }) => (endsAt ? "Expires" : null), cell: ({ endsAt }) => endsAt },
  ],
};

const shown = (options: Partial<Parameters<typeof MenuTable<Key>>[0]>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MenuTable {...TABLE} {...options} />
    </MantineProvider>,
  );

describe("a table by its columns", () => {
  it("has a row for each thing, whose cells say their column in a card", () => {
    const html = renderToStaticMarkup(<DataTable {...TABLE} />);
    expect(html.match(/<th scope="col"[^>]*>[^<]+/g)).toHaveLength(3);
    expect(html).toContain('<th scope="row"><b>Backend</b></th><td data-figure="true" data-label="Uses">1,200</td>');
    expect(html).toContain('<td data-label="Expires">in May</td>');
    expect(html).toContain("<td></td></tr>");
    expect(html).not.toContain("Actions");
    expect(html).not.toContain('role="group"');
  });

  it("marks the rows that are over, and ends each with its menu in a group that keeps the focus", () => {
    const html = shown({
      isDimmed: ({ endsAt }) => endsAt === null,
      menu: ({ name }) => ({ of: name, actions: [{ label: "Revoke", onSelect: () => undefined }] }),
    });
    expect(html.match(/data-dimmed/g)).toHaveLength(1);
    expect(html).toMatch(/role="group" aria-label="Keys"/);
    expect(html).toContain('aria-label="Actions for Backend"');
    expect(shown({ menu: null })).not.toContain("Actions");
    expect(shown({ end: () => "Open", keepsFocus: false })).not.toContain('role="group"');
  });
});

it("deleted things are restored by a button of their row, if the member may", () => {
  const rows = [{ id: "a", name: "shop", deletedAt: "2026-05-04T11:05:00Z", restorableUntil: "2026-06-03T11:05:00Z" }];
  const list = (restore: (() => void) | null) =>
    renderToStaticMarkup(
      <MantineProvider>
        <DeletedList label="Deleted projects" rows={rows} restore={restore} isWorking={false} />
      </MantineProvider>,
    );
  expect(list(() => undefined)).toContain('aria-label="Restore shop"');
  expect(list(null)).not.toContain("Restore shop");
  expect(list(null)).toContain('data-label="Can be restored until"');
});
