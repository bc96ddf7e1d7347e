// One order as the call gives it.
import type { officeCall } from '#browser/office-calls.ts'

export type Order = Awaited<ReturnType<typeof officeCall<'GET /office/orders/{id}'>>>
