import { anywhere } from "@/lib/cli/define/places";
import { seedDemo } from "@/lib/cli/demo/seed";

export const commands = [
  anywhere.verb("seed", {
    description:
      "Create an organisation with members, keys and databases with data, while the service runs. Existing data is kept.",
    examples: ["", "--json"],
    purpose: "hosts",
    run: seedDemo,
    columns: [
      {
        Organisation: ({ organisationId, organisationName }) => `${organisationName} (${organisationId})`,
        Databases: "databases",
        Owner: "ownerEmail",
        Password: ({ ownerPassword }) => ownerPassword ?? "unchanged since the account was created",
      },
    ],
  }),
];
