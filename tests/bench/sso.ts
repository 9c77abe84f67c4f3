import { parseArgs } from "node:util";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";
import { scimTable } from "./sso/scim";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const SCIM_USERS = quick ? 1_000 : 10_000;

const facts = machineFacts();
const report = { heading: "Single sign-on", command: "npm run bench -- sso", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp: CleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    return [await scimTable(service, SCIM_USERS)];
  });
}
