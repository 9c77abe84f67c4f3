type Asynchronous<Port> = { [Name in keyof Port]: (...args: never[]) => Promise<unknown> };

/** Returns an adapter whose code is loaded with its first call, for those that few processes call. */
export function whenUsed<Port extends Asynchronous<Port>>(load: () => Promise<Port>): Port {
  let loading: Promise<Port> | undefined;
  const call =
    (name: keyof Port) =>
    async (...args: never[]) => {
      loading ??= load();
      const adapter = await loading;
      return adapter[name](...args);
    };
  return new Proxy({} as Port, { get: (_target, name) => (name === "then" ? undefined : call(name as keyof Port)) });
}
