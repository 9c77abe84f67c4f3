/** The name of the host that runs on the machine of the service; the operator registers all others. */
export const EMBEDDED_HOST_NAME = "embedded";
