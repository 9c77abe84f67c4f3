import { z } from "zod";
import { list, textFile } from "@/lib/cli/define/kinds";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";

const text = z.string().optional();

/** Fields of a client at an OpenID Connect provider. */
export const ClientFields = z.object({
  ...{ secretEnv: text, secretFile: text, scopes: z.array(z.string()).optional() },
  authentication: z.enum(CLIENT_AUTHENTICATIONS).optional(),
});

/** The options with its secret, which is never an argument, since other users can see those. */
export const CLIENT_SECRET_OPTIONS = {
  secretEnv: "<name>  the environment variable with the client secret",
  secretFile: textFile("the file with the client secret"),
};

export const CLIENT_OPTIONS = {
  scopes: list("<scopes>  the scopes to ask for, separated by commas (default: openid,email,profile)"),
  authentication: "<method>  how the client authenticates, if the issuer's metadata is wrong",
};
