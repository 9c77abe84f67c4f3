import { z } from "zod";
import { VariableName } from "./names";

export const ACCESS = ["public", "signed-in", "server"] as const;

const MOST_VARIABLES = 64;
export const MOST_HOSTS = 50;
export const MOST_VARIABLE_BYTES = 8_192;

/** No NUL byte can be in an environment variable. */
export const VariableValue = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= MOST_VARIABLE_BYTES, "must be at most 8 kB")
  .refine((text) => !text.includes("\0"), "must not contain NUL");

export const HostName = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, "must be a host name")
  .meta({ example: "api.stripe.com" });

/** The hosts that a function may reach, besides its database. */
const Egress = z.union([z.enum(["open", "none"]), z.array(HostName).min(1).max(MOST_HOSTS)]);
export type Egress = z.infer<typeof Egress>;

/** The fields that an owner sets. */
export const FUNCTION_FIELDS = {
  access: z.enum(ACCESS).meta({
    description: "Who may call it: anyone with the public key, users who are signed in, or the app's servers alone.",
    example: "signed-in",
    form: {
      label: "Who may call",
      note: "",
      choices: {
        public: "Anyone",
        "signed-in": "Users who are signed in, and your servers",
        server: "Your servers alone",
      },
      fault: "Choose who may call it.",
    },
  }),
  egress: Egress.meta({
    description:
      "The addresses it may reach besides its database: `open` for the public internet, exact hosts, or `none`.",
    example: ["api.stripe.com"],
  }),
  webAddress: z.boolean().meta({
    description: "Whether its web address answers. Without one it is called over the API alone.",
    example: true,
    form: { label: "Web address", note: "Without it, the function is called over the API alone." },
  }),
  env: z
    .record(VariableName, VariableValue)
    .refine((env) => Object.keys(env).length <= MOST_VARIABLES, `must be at most ${MOST_VARIABLES} variables`)
    .meta({
      description: "Environment variables. They are stored encrypted, and the API shows their names alone.",
      example: { MODE: "live" },
    }),
};

export function toEgress({ egressMode, egressHosts }: { egressMode: string; egressHosts: string[] }): Egress {
  return egressMode === "list" ? egressHosts : egressMode === "none" ? "none" : "open";
}

export function fromEgress(egress: Egress): { egressMode: string; egressHosts: string[] } {
  return typeof egress === "string"
    ? { egressMode: egress, egressHosts: [] }
    : { egressMode: "list", egressHosts: [...new Set(egress)] };
}
