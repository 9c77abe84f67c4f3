import { z } from "zod";
import type { Json } from "./json";

/**
 * Returns the JSON Schema of a shape. Nested shapes are written in place, since `$defs` inside a component would need
 * pointers of their own.
 */
export function toSchema(schema: z.ZodType): Json {
  const described = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    reused: "inline",
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      delete jsonSchema.errorCode;
      delete jsonSchema.form;
    },
  });
  const { $schema: _, $defs, ...rest } = described as Json & { $defs?: Record<string, Json> };
  return inline(rest, $defs ?? {}) as Json;
}

function inline(node: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((entry) => inline(entry, definitions));
  if (typeof node !== "object" || node === null) return node;
  const reference = (node as { $ref?: string }).$ref?.replace("#/$defs/", "");
  if (reference && definitions[reference]) return inline(definitions[reference], definitions);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, definitions)]));
}

/** Returns a value that fits a JSON Schema: its own example, or the simplest there is. */
export function exampleOf(schema: Json): unknown {
  if ("example" in schema) return schema.example;
  const choices = (schema.anyOf ?? []) as Json[];
  if (choices[0]) return exampleOf(choices[0]);
  if (Array.isArray(schema.enum)) return schema.enum[schema.enum.length - 1];
  if ("const" in schema) return schema.const;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, value]) => [
          key,
          exampleOf(value),
        ]),
      );
    case "array":
      return [exampleOf(schema.items as Json)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 0;
    default:
      return "text";
  }
}
