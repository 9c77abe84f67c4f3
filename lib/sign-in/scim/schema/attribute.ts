/** An attribute as RFC 7643 section 7 describes it to directories. */
export interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "reference" | "dateTime";
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: "readWrite" | "readOnly" | "immutable";
  returned: "default" | "always";
  uniqueness: "none" | "server";
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

type Changes = Partial<Omit<Attribute, "name" | "description">>;

const PLAIN = {
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
} as const;

export function text(name: string, description: string, changes: Changes = {}): Attribute {
  return { name, ...PLAIN, description, ...changes };
}

export function complex(name: string, description: string, subAttributes: readonly Attribute[]): Attribute {
  return text(name, description, { type: "complex", subAttributes });
}

/** An attribute of several values, each with a type, of which one may be the primary one. */
export function several(name: string, description: string, more: readonly Attribute[] = []): Attribute {
  const subAttributes = [
    text("value", "The value."),
    text("display", "A name for people."),
    text("type", "Its purpose, such as work."),
    text("primary", "Whether it is the preferred one.", { type: "boolean" }),
    ...more,
  ];
  return { ...complex(name, description, subAttributes), multiValued: true };
}

/** Returns the attribute of a name in any case (RFC 7643 section 2.1). */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((each) => each.name.toLowerCase() === wanted);
}
