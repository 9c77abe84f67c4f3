import type { AnsweringHandler, Handler } from "./definition";
import { asResponse } from "./plain-answer";

/** Returns the handler of both lanes: Next calls it for a `Response`, and the other lane its `answer`. */
export function makeHandler(answer: AnsweringHandler["answer"]): AnsweringHandler {
  const handler: Handler = async (request, { params }) => asResponse(await answer(request, params));
  return Object.assign(handler, { answer });
}
