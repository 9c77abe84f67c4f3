/** The service states the connection's address in this header where no ingress proxy states the client's. */
export const CONNECTION_ADDRESS_HEADER = "x-connection-address";
