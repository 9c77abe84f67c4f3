import { OpenSubscription, type SubscriptionHandlers } from "./subscription";
import type { Change, ChangesRequest, SubscriptionFrame } from "./wire";

/**
 * The functions that are called for changes of a table.
 *
 * @example
 * const handlers: ChangesHandlers<Todo> = { onChange: apply, onGap: refetch };
 */
export interface ChangesHandlers<Row = Record<string, unknown>> extends SubscriptionHandlers {
  /** Called in the order of the commits. After a lost connection, a change may come twice. */
  onChange?: (change: Change<Row>) => void;
}

export class OpenChanges<Row> extends OpenSubscription {
  readonly #request: ChangesRequest;
  readonly #handlers: ChangesHandlers<Row>;

  constructor(id: string, request: ChangesRequest, handlers: ChangesHandlers<Row>) {
    super(id, handlers);
    this.#request = request;
    this.#handlers = handlers;
  }

  protected wanted(): object {
    const { table, events, filter, columns } = this.#request;
    return { kind: "changes", table: table.includes(".") ? table : `public.${table}`, events, filter, columns };
  }

  protected tell(frame: SubscriptionFrame): void {
    if (frame.type !== "change") return;
    const { type, subscriptionId, cursor, ...change } = frame;
    this.#handlers.onChange?.(change as Change<Row>);
  }
}
