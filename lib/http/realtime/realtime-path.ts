export const REALTIME_PATH = "/v1/realtime";
