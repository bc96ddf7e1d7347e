// What the questions about methods of payment ask for. What may stand in a field, only the server judges.
import * as z from 'zod/mini'
import { reason } from '#rooms/staff/forms.ts'

export const MethodForm = z.looseObject({ reason })
export const EnableForm = z.object({ accepts: z.optional(z.string()), reason })
export const NewMethodForm = z.object({ code: z.string().check(z.minLength(1, 'methods.choose')), reason })
