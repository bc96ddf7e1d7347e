// Batches as the office's pages have them.
import type { officeCall } from '#browser/office-calls.ts'
import type { BATCH_STATES } from '#rooms/vault/limits.ts'

export type BatchState = (typeof BATCH_STATES)[number]
export type Batch = Awaited<ReturnType<typeof officeCall<'GET /office/key-batches/{id}'>>>
export type BatchRow = Awaited<ReturnType<typeof officeCall<'GET /office/key-batches'>>>['rows'][number]

export interface BatchesSearch {
  columns?: string | undefined
  state?: BatchState | undefined
  q?: string | undefined
  after?: string | undefined
}
