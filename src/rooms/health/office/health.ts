import type { officeCall } from '#browser/office-calls.ts'

export type Health = Awaited<ReturnType<typeof officeCall<'GET /office/health'>>>
export type FailedJob = Awaited<ReturnType<typeof officeCall<'GET /office/health/jobs'>>>['rows'][number]
export type ListedMail = Awaited<ReturnType<typeof officeCall<'GET /office/health/mails'>>>['rows'][number]
export type Mail = Awaited<ReturnType<typeof officeCall<'GET /office/health/mails/{id}'>>>
export type Notice = Awaited<ReturnType<typeof officeCall<'GET /office/health/notices'>>>['rows'][number]
