// Becoming a member, and replacing a password (specification §3, §5, §7).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Solution } from '#rooms/captcha/contract.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { email, username } from './forms.ts'
import { EMAIL_LENGTH } from './limits.ts'

/** From the link of a mail. */
const Code = z.string().min(1).max(200)

export const registrationContract = defineContract({
  'POST /api/register': {
    summary:
      'Asks to become a member; passwords are encrypted (GET /api/security/jwks). It waits until the mail is answered. That a username is taken is told; about the address, the answer is the same whether somebody has it or not, and a mail tells its owner. `checkCoupons`: he would like the newsletter, for which he is asked once more by mail.',
    access: 'public',
    perMinute: 'register',
    body: z.object({
      email,
      username,
      pwd: SealedPassword,
      confirmPwd: SealedPassword,
      checkCoupons: z.boolean().default(false),
      checkCondition: z.literal(true, 'register.consent'),
    }),
    data: z.null(),
  },
  'POST /api/register/confirm': {
    summary:
      'Makes the member, with the token of the mailed link and the password that was chosen, so that a link alone hands nobody an account made by another. `username`: another one, where the first has been taken since (400 at `username`).',
    access: 'public',
    perMinute: 'accountLink',
    body: z.object({ token: Code, pwd: SealedPassword, username: z.optional(username) }),
    /** By which he may log in now. */
    data: z.object({ email: z.string() }),
  },
})

export const forgottenContract = defineContract({
  'POST /api/forget': {
    summary:
      'Asks for a link to a new password, by username or e-mail address. `uuid` and the letters of its picture (GET /captchaImage) as `code`, or the solution of its challenge as `altcha`: one try. The answer is the same whether there is such a member or not.',
    access: 'public',
    perMinute: 'forget',
    body: z.object({
      uuid: z.string().min(1).max(60),
      username: z.string().trim().min(1).max(EMAIL_LENGTH),
      code: z.string().trim().max(20).optional(),
      altcha: Solution.optional(),
    }),
    data: z.null(),
  },
  'GET /api/verify': {
    summary:
      'Whose password the code of a mailed link replaces: his e-mail address. The link opens for 30 minutes, until it is used.',
    access: 'public',
    perMinute: 'accountLink',
    query: z.object({ code: Code }),
    data: z.string(),
  },
  'POST /api/resetPassword': {
    summary:
      'Replaces a forgotten password, with the code of a mailed link, once. All sessions of the member end; a second factor stays. `email` selects nothing: another than the member’s is refused.',
    access: 'public',
    perMinute: 'accountLink',
    body: z.object({
      code: Code,
      email: z.string().max(200).optional(),
      newPwd: SealedPassword,
      confirmPwd: SealedPassword,
    }),
    data: z.null(),
  },
})

export const changePasswordContract = defineContract({
  'POST /api/profile/updatePwd': {
    summary:
      'Changes the password; all sessions of the member end, this one too. `id` selects nobody: another’s is refused.',
    access: 'member',
    perMinute: 'accountLink',
    provedWithin: 900,
    body: z.object({
      id: z.string().max(60).optional(),
      oldPwd: SealedPassword,
      newPwd: SealedPassword,
      confirmPwd: SealedPassword,
    }),
    data: z.null(),
  },
})

type AccountCalls = typeof registrationContract & typeof forgottenContract & typeof changePasswordContract
declare module '#browser/calls.ts' {
  interface Calls extends AccountCalls {}
}
