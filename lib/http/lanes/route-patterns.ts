/** A pattern has `:name` for a segment that varies, and `:name{.+}` for all that follow. */
interface Patterned {
  pattern: string;
}

export interface FoundRoute<Route> {
  route: Route;
  /** The varying parts of the path, decoded where they are text. */
  params(): Record<string, string>;
}

/** Finds the route of a path: of two that fit, the first, and one without a part that varies before all others. */
export class RoutePatterns<Route extends Patterned> {
  readonly #fixed: ReadonlyMap<string, Route>;
  readonly #varying: readonly { route: Route; expression: RegExp }[];

  constructor(routes: readonly Route[]) {
    const isFixed = ({ pattern }: Route) => !pattern.includes(":");
    this.#fixed = new Map(routes.filter(isFixed).map((route) => [route.pattern, route]));
    this.#varying = routes
      .filter((route) => !isFixed(route))
      .map((route) => ({ route, expression: toExpression(route.pattern) }));
  }

  /** Returns the route whose pattern is the path itself. */
  findFixed(pathname: string): Route | undefined {
    return this.#fixed.get(pathname);
  }

  find(pathname: string): FoundRoute<Route> | undefined {
    const fixed = this.#fixed.get(pathname);
    if (fixed) return { route: fixed, params: () => ({}) };
    for (const { route, expression } of this.#varying) {
      const groups = expression.exec(pathname)?.groups;
      if (groups) return { route, params: () => decoded(groups) };
    }
    return undefined;
  }
}

function toExpression(pattern: string): RegExp {
  const path = pattern.replace(/:(\w+)\{\.\+\}|:(\w+)|\./g, (_, rest?: string, segment?: string) =>
    rest ? `(?<${rest}>[^]+)` : segment ? `(?<${segment}>[^/]+)` : "\\.",
  );
  return new RegExp(`^${path}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
