import type { TestRequest } from "./test-browser";

/**
 * Runs `second` once for each of its reads, with `first` run from beginning to end after that read. Reads after a write
 * don't count: they wait for the locks that the write took. Returns the outcomes of `second`: a refusal as its code.
 */
export async function overtakenAtEachRead(
  prepare: () => Promise<{ ctx: TestRequest; first: () => Promise<unknown>; second: Second }>,
): Promise<string[]> {
  const outcomes: string[] = [];
  for (let readsBefore = 0; ; readsBefore += 1) {
    const { ctx, first, second } = await prepare();
    const slow = hooked(ctx, readsBefore, first);
    const outcome = await second(slow.ctx).then(
      () => "done",
      (error: { code?: string }) => error.code ?? String(error),
    );
    if (!slow.isOvertaken()) return outcomes;
    outcomes.push(outcome);
  }
}

type Second = (ctx: TestRequest) => Promise<unknown>;

function hooked(ctx: TestRequest, readsBefore: number, first: () => Promise<unknown>) {
  const { db } = ctx;
  if (!("$extends" in db)) throw new Error("not in a transaction");
  let reads = 0;
  let hasWritten = false;
  let isOvertaken = false;
  const extended = db.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        const answer = await query(args);
        if (!operation.startsWith("find")) hasWritten = true;
        else if (!hasWritten && reads++ === readsBefore) {
          isOvertaken = true;
          await first();
        }
        return answer;
      },
    },
  });
  return { ctx: { ...ctx, db: extended as typeof db }, isOvertaken: () => isOvertaken };
}
