/** Returns the path of the route that answers for a path that no route file can be named by, else `null`. */
export function rewrittenPath(pathname: string): string | null {
  return hostedPathWithoutPage(pathname) ?? markdownPath(pathname);
}

/** Returns the page that says so for a path below a project's pages that has none, in the project's looks. */
function hostedPathWithoutPage(pathname: string): string | null {
  const [, pages] = /^(\/auth\/[^/]+)\/.*[^/]$/.exec(pathname) ?? [];
  return pages === undefined ? null : `${pages}/unknown`;
}

/** The Markdown of a page of the documentation: a folder of Next can't be named by an ending. */
function markdownPath(pathname: string): string | null {
  const [, page] = /^\/docs\/(.+)\.md$/.exec(pathname) ?? [];
  return page === undefined ? null : `/docs/markdown/${page}`;
}
