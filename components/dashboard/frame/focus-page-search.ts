/** Focuses the first search field of the page that can be seen. */
export function focusPageSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '#main :is(input[type="search"], input[data-page-search])',
  );
  const field = [...fields].find((each) => each.checkVisibility());
  field?.focus();
  field?.select();
}
