// One person, and his row in the list, as the calls give them.
import type { officeCall } from '#browser/office-calls.ts'

export type Person = Awaited<ReturnType<typeof officeCall<'GET /office/staff/{id}'>>>
export type ListedPerson = Awaited<ReturnType<typeof officeCall<'GET /office/staff'>>>['rows'][number]
