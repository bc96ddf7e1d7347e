/** Work that failed, or was stopped, when a part of it was done. Its words are those of the cause. */
export class HalfDone extends Error {
  override cause: unknown
  /** What is there, and what to do about it. */
  advice: string
  constructor(cause: unknown, advice: string) {
    super(cause instanceof Error ? cause.message : String(cause))
    this.cause = cause
    this.advice = advice
  }
}
