import type { z } from "zod";
import type { Messages } from "../action-input";

/** The part of a form's definition that its action needs. */
interface Read<Shape extends z.ZodRawShape> {
  input: Shape;
  messages: Messages<z.ZodObject<Shape>>;
}

/** Returns the part of an action's definition that reads a form. */
export function submitted<Shape extends z.ZodRawShape>({ input, messages }: Read<Shape>) {
  return { input, isForm: true, messages } as const;
}
