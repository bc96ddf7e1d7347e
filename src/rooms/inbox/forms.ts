// What forms of the inbox ask for.
import * as z from 'zod/mini'
import { LOCALES } from '#platform/i18n/locales.ts'
import { LONGEST_REASON } from '#rooms/reviews/rules.ts'
import { LONGEST_ANSWER, LONGEST_REPLY_NAME } from './limits.ts'

const plainLines = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())

const text = z
  .string()
  .check(plainLines, z.minLength(1, 'inbox.textRequired'), z.maxLength(LONGEST_ANSWER, 'inbox.textLong'))

export const AnswerForm = z.object({ text })

export const SavedReplyForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'inbox.nameRequired'), z.maxLength(LONGEST_REPLY_NAME, 'inbox.nameLong')),
  locale: z.enum(LOCALES.map(({ code }) => code)),
  text,
})

export const PublishForm = z.object({})
export const RejectForm = z.object({
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'act.reasonRequired'), z.maxLength(LONGEST_REASON, 'inbox.reasonLong')),
})

export const AcceptForm = z.object({
  text: z.string().check(plainLines, z.maxLength(LONGEST_ANSWER, 'inbox.textLong')),
})
export const RefuseForm = z.object({ text })
