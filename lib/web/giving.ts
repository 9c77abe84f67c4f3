/** Returns a verb of whose value the browser gets these parts alone. */
export function giving<Ctx, Input, Value, const Part extends keyof Value = never>(
  parts: readonly Part[],
  verb: (ctx: Ctx, input: Input) => Promise<Value>,
) {
  return async (ctx: Ctx, input: Input): Promise<Pick<Value, Part>> => {
    const value = await verb(ctx, input);
    return Object.fromEntries(parts.map((part) => [part, value[part]])) as Pick<Value, Part>;
  };
}
