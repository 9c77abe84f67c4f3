import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmptyState } from "@/components/ui/empty-state";
import { ListPage } from "@/components/ui/lists/list-page";
import { PageHeading } from "@/components/ui/page-heading";

const CREATE = <button type="button">Create</button>;
const EMPTY = { title: "No things yet", text: "A thing is for this.", example: "like so" };

const shown = (options: Partial<Parameters<typeof ListPage>[0]>) =>
  renderToStaticMarkup(
    <ListPage heading={{ title: "Things", text: "All of them." }} isEmpty={false} empty={EMPTY} {...options}>
      <ul />
    </ListPage>,
  );

it("has the button in its heading, and the list below the part between them", () => {
  expect(shown({ create: CREATE, top: <hr />, next: "Ask an owner." })).toBe(
    renderToStaticMarkup(
      <>
        <PageHeading title="Things" text="All of them.">
          {CREATE}
        </PageHeading>
        <hr />
        <ul />
      </>,
    ),
  );
});

it("has the button in the notice alone while the list is empty, and no place for a button that isn't there", () => {
  const heading = <PageHeading title="Things" text="All of them." />;
  const empty = (next?: string | typeof CREATE) =>
    renderToStaticMarkup(
      <>
        {heading}
        <EmptyState {...EMPTY}>{next}</EmptyState>
      </>,
    );
  expect(shown({ isEmpty: true, create: CREATE })).toBe(empty(CREATE));
  expect(shown({ isEmpty: true, create: CREATE, next: "Begin with this." })).toBe(empty("Begin with this."));
  expect(shown({ isEmpty: true, create: false, next: "Ask an owner." })).toBe(empty("Ask an owner."));
  expect(shown({ isEmpty: true, create: false })).toBe(empty());
  expect(shown({ create: null })).toBe(`${renderToStaticMarkup(heading)}<ul></ul>`);
});

it("gives its button to another heading", () => {
  const heading = (button: unknown) => <h1>{button === false ? "without" : "with"}</h1>;
  expect(shown({ heading, create: CREATE })).toBe("<h1>with</h1><ul></ul>");
  expect(shown({ heading, create: CREATE, isEmpty: true })).toMatch(/^<h1>without<\/h1>/);
});
