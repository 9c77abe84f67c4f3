/** A function to begin from. */
export interface FunctionTemplate {
  /** The name of its folder, and the name that a function made from it is proposed. */
  id: string;
  title: string;
  text: string;
  access: "public" | "signed-in" | "server";
  /** The things that have to be there before it does its work. */
  needs: readonly string[];
}
