/**
 * Returns a function that gives an action of a place the ids of the place, and further arguments, so that a page can
 * hand it to the browser.
 */
export function bindTo<Ids extends string[]>(...ids: Ids) {
  return <Given extends unknown[], Rest extends unknown[], Answer>(
    action: (...args: [...Ids, ...Given, ...Rest]) => Answer,
    ...given: Given
  ): ((...rest: Rest) => Answer) => action.bind(null, ...ids, ...given);
}
