import "server-only";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { orNotFound } from "./or-not-found";

type Asked = Record<string, string | string[] | undefined>;

interface Sent<Place> {
  params: Promise<Place>;
  searchParams: Promise<Asked>;
}

/**
 * Returns a function that defines pages. A page gets the ids of its address, the query of it as `asked`, and the result
 * of `enter`, which refuses people without access, and is asked once in a request. A verb that doesn't find a thing
 * makes it the not-found page. `titled` makes the metadata of a page whose title names the thing it shows.
 */
export function pagesOf<Place extends object, Found extends object>(
  enter: (place: Place, asked: Asked) => Promise<Found>,
) {
  const enterOnce = cache((sent: string) => orNotFound(() => enter(...(JSON.parse(sent) as [Place, Asked]))));
  const read = async <Whole extends Place>({ params, searchParams }: Sent<Whole>) => {
    const [place, asked] = await Promise.all([params, searchParams]);
    return { ...(await enterOnce(JSON.stringify([place, asked]))), ...place, asked };
  };
  const define =
    <Further extends object = object>(
      render: (page: Found & Place & Further & { asked: Asked }) => Promise<ReactNode>,
    ) =>
    async (sent: Sent<Place & Further>): Promise<ReactNode> => {
      const page = await read(sent);
      return orNotFound(() => render(page));
    };
  const titled =
    (title: (page: Found & Place) => string) =>
    async (sent: Sent<Place>): Promise<Metadata> => ({ title: title(await read(sent)) });
  return Object.assign(define, { titled });
}
