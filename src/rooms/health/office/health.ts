import type { officeCall } from '#browser/office-calls.ts'

export type Health = Awaited<ReturnType<typeof officeCall<'GET /office/health'>>>
export type FailedJob = Awaited<ReturnType<typeof officeCall<'GET /office/health/jobs'>>>['rows'][number]
