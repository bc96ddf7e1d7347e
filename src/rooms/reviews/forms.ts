// What a review must say (specification §5, "Feedback"): the form and the call check with the same schema. Messages are keys.
import * as z from 'zod/mini'
import { MAX_CONTENT } from './rules.ts'

// A line feed is one character, whatever system typed it.
const plainLines = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').trim())
const oneLine = z.overwrite<string>((text) => text.replace(/\s+/g, ' ').trim())

export const ReviewForm = z.object({
  fillName: z.string().check(oneLine, z.minLength(2, 'feedback.nameShort'), z.maxLength(50, 'feedback.nameLong')),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'feedback.emailMissing'),
      z.maxLength(100, 'feedback.emailFormat'),
      z.email('feedback.emailFormat'),
    ),
  content: z
    .string()
    .check(plainLines, z.minLength(10, 'feedback.contentShort'), z.maxLength(MAX_CONTENT, 'feedback.contentLong')),
  /** 1 to 5; a form's fields are text. */
  score: z._default(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d$/, 'feedback.scoreRange'))], 'feedback.scoreRange'),
      z.pipe(
        z.transform(Number),
        z.int('feedback.scoreRange').check(z.minimum(1, 'feedback.scoreRange'), z.maximum(5, 'feedback.scoreRange')),
      ),
    ),
    5,
  ),
})
export type ReviewForm = z.output<typeof ReviewForm>
