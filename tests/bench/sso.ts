import { parseArgs } from "node:util";
import { startStage } from "./auth/stage";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { samlTable } from "./sso/saml";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;

const facts = machineFacts();
const report = {
  heading: "Single sign-on",
  command: "npm run bench -- sso",
  facts,
  tables: await withCleanUp(measure),
};
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const stage = await startStage(cleanUp);
  facts.PostgreSQL = stage.postgresVersion;
  facts["File system"] = fileSystemOf(stage.dataDirectory);
  return [await samlTable(cleanUp, stage, quick)];
}
