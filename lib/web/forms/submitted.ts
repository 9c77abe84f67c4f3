import type { z } from "zod";
import type { Messages } from "../action-input";

/** The part of a form's definition that its action needs. */
interface Read<Shape extends z.ZodRawShape> {
  input: Shape;
  messages: Messages<z.ZodObject<Shape>>;
}

/** Returns the part of an action's definition that reads a form about a place, such as a project. */
export function submitted<Place extends z.ZodRawShape, Shape extends z.ZodRawShape>(
  place: z.ZodObject<Place>,
  { input, messages }: Read<Shape>,
) {
  return { input: place.extend(input), isForm: true, messages } as const;
}
