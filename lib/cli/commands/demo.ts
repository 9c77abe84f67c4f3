import { fields } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { type Demo, seedDemo } from "@/lib/cli/demo/seed";

export const commands = [
  verb({
    usage: "seed",
    description:
      "Create an organisation with members, keys and databases with data, while the service runs. Existing data is kept.",
    examples: ["", "--json"],
    purpose: "hosts",
    run: seedDemo,
    print: fields<Demo>({
      Organisation: ({ organisationId, organisationName }) => `${organisationName} (${organisationId})`,
      ...{ Databases: "databases", Owner: "ownerEmail" },
      Password: ({ ownerPassword }) => ownerPassword ?? "unchanged since the account was created",
    }),
  }),
];
