export const SQLSTATE = {
  connectionException: "08000",
  sqlClientUnableToEstablishConnection: "08001",
  connectionDoesNotExist: "08003",
  sqlServerRejectedConnection: "08004",
  connectionFailure: "08006",
  uniqueViolation: "23505",
  exclusionViolation: "23P01",
  activeSqlTransaction: "25001",
  readOnlySqlTransaction: "25006",
  idleInTransactionSessionTimeout: "25P03",
  invalidAuthorizationSpecification: "28000",
  invalidPassword: "28P01",
  invalidTransactionTermination: "2D000",
  invalidCatalogName: "3D000",
  deadlockDetected: "40P01",
  insufficientPrivilege: "42501",
  syntaxError: "42601",
  duplicateObject: "42710",
  duplicateTable: "42P07",
  diskFull: "53100",
  outOfMemory: "53200",
  tooManyConnections: "53300",
  objectNotInPrerequisiteState: "55000",
  lockNotAvailable: "55P03",
  queryCanceled: "57014",
  adminShutdown: "57P01",
  crashShutdown: "57P02",
  cannotConnectNow: "57P03",
} as const;

export function isIntegrityViolation(sqlState: string): boolean {
  return sqlState.startsWith("23");
}
