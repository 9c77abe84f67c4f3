/** Returns a command for a shell that holds `COPPICE_MANAGEMENT_KEY`. */
export function createDatabaseCommand(baseUrl: string): string {
  return [
    `curl -X POST ${baseUrl}/api/v1/databases \\`,
    '  -H "Authorization: Bearer $COPPICE_MANAGEMENT_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"name":"orders"}'`,
  ].join("\n");
}

/** A link to a project's hosted page, for the start page. */
export function signInLink(baseUrl: string): string {
  return `<a href="${baseUrl}/auth/p_…/sign-in">Sign in</a>`;
}
