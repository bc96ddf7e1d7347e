/** What is no JSON comes from something in between, not from the shop. An answer that breaks off is lost as one that never came. */
export function whereNoJson(error: unknown): null {
  if (!(error instanceof SyntaxError)) throw error
  return null
}
