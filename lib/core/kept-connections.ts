/**
 * The time for which a connection between processes of the service is kept for its next request. A role that is started
 * on demand ends when it has had none for a while, so an idle one must not last.
 */
export const KEPT_CONNECTION_MS = 5_000;
