// The ends of several things: one that fails keeps no other from its own, and every failure is told.

type End = () => Promise<unknown>

/** All at once. Throws what failed: one failure as it is, several as an AggregateError. */
export async function endTogether(ends: readonly End[]): Promise<void> {
  const ended = await Promise.allSettled(ends.map((end) => end()))
  throwFailures(ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])))
}

/** One after the other. Throws as endTogether. */
export async function endInTurn(ends: readonly End[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends) await end().catch((error) => void failures.push(error))
  throwFailures(failures)
}

function throwFailures(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} could not be ended`)
}
