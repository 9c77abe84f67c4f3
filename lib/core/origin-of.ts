import { OperatorError } from "./operator-error";

/** An origin is scheme, host and port: the other parts of an address would be dropped without a word. */
export function originOf(name: string, text: string): URL {
  const url = new URL(text);
  const { pathname, search, hash, username } = url;
  if (pathname === "/" && search === "" && hash === "" && username === "") return url;
  throw new OperatorError(`${name} must be an origin such as https://coppice.example, without a path.`);
}
