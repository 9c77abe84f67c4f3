/** Whether `n` is a schema that the service makes in databases, for users of apps and for realtime. */
export const IS_SERVICE_SCHEMA = "n.nspname IN ('coppice', 'coppice_realtime')";
