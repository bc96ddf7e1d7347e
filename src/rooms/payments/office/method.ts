// What the page of methods knows of one.
import type { officeCall } from '#browser/office-calls.ts'

export type Methods = Awaited<ReturnType<typeof officeCall<'GET /office/methods'>>>
export type Method = Methods['rows'][number]
