import { parseArgs } from "node:util";
import { startStage } from "./auth/stage";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";
import { samlTable } from "./sso/saml";
import { scimTable } from "./sso/scim";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const SCIM_USERS = quick ? 1_000 : 10_000;

const facts = machineFacts();
const tables = [await withCleanUp(measureSaml), await withCleanUp(measureScim)];
const report = { heading: "Single sign-on", command: "npm run bench -- sso", facts, tables };
printReport(report);
if (!quick) writeReport(report);

async function measureSaml(cleanUp: CleanUp): Promise<Table> {
  const stage = await startStage(cleanUp);
  facts.PostgreSQL = stage.postgresVersion;
  facts["File system"] = fileSystemOf(stage.dataDirectory);
  return samlTable(cleanUp, stage, quick);
}

async function measureScim(cleanUp: CleanUp): Promise<Table> {
  const service = await startService(cleanUp, await temporaryFolder(cleanUp));
  return scimTable(service, SCIM_USERS);
}
