import type { Answer } from "./connection";

/** Returns a function whose calls share one request while it is under way. */
export function shared<Data>(ask: () => Promise<Answer<Data>>) {
  let latest: ReturnType<typeof ask> | undefined;
  let isPending = false;
  const call = () => {
    if (latest && isPending) return latest;
    const asked = ask();
    latest = asked;
    isPending = true;
    const settle = () => {
      if (latest === asked) isPending = false;
    };
    asked.then(settle, settle);
    return asked;
  };
  return Object.assign(call, {
    forget: () => {
      latest = undefined;
    },
    isLatest: (asked: unknown) => asked === latest,
  });
}
