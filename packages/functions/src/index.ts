export { createFunctions, type InvokeOptions, type ProjectFunctions } from "./create-functions";
export { FunctionsError, type FunctionsErrorCode } from "./functions-error";
export type { AnswerOf, BodyOf, FunctionHandler, JsonRequest, JsonResponse } from "./handler";
export type { FunctionsOptions, TokenAnswer } from "./options";
