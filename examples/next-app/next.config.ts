import type { NextConfig } from "next";

export default { agentRules: false, poweredByHeader: false } satisfies NextConfig;
