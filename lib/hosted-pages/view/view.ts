import type { SignInPanelProps } from "@coppice/auth/react";
import type { AccountProps } from "./account";
import type { CodeStepProps } from "./code-step";
import type { DecisionProps } from "./decision";
import type { ForgotStepProps } from "./forgot-step";
import type { HostedAuthProps } from "./hosted-auth";
import type { JoinFormProps } from "./join-form";
import type { MessageProps } from "./message";
import type { PostedFormProps } from "./posted-form";
import type { ResetStepProps } from "./reset-step";
import type { SetUpProps } from "./set-up";
import type { SetUpTrialProps } from "./set-up-trial";
import type { TwoFactorStepProps } from "./two-factor-step";
import type { VerifyStepProps } from "./verify-step";

interface ViewProps {
  "sign-in": SignInPanelProps;
  code: CodeStepProps;
  "two-factor": TwoFactorStepProps;
  "forgot-password": ForgotStepProps;
  "verify-email": VerifyStepProps;
  "reset-password": ResetStepProps;
  account: AccountProps;
  message: MessageProps;
  "posted-form": PostedFormProps;
  decision: DecisionProps;
  "join-form": JoinFormProps;
  "set-up": SetUpProps;
  "set-up-trial": SetUpTrialProps;
}
type ViewName = keyof ViewProps;

/** The middle of a hosted page, as data: it travels to the browser, which takes the page over with it. */
export type View = { [Name in ViewName]: { name: Name; props: ViewProps[Name] } }[ViewName];

/** The data that the browser gets with a view that scripts take over. */
export interface ViewData {
  view: View;
  client: HostedAuthProps;
}

/** The ids of the elements in which a page keeps its view and the view's data. */
export const VIEW_ID = "view";
export const VIEW_DATA_ID = "view-data";
/** Ids that React makes are the same on both sides only with the same prefix. */
export const ID_PREFIX = "v";
