/** Returns a command for a shell that holds `COPPICE_MANAGEMENT_KEY`. */
export function createDatabaseCommand(baseUrl: string): string {
  return [
    `curl -X POST ${baseUrl}/api/v1/databases \\`,
    '  -H "Authorization: Bearer $COPPICE_MANAGEMENT_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"name":"orders"}'`,
  ].join("\n");
}
