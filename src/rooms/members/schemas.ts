// A member as calls show him (specification §3, "User").
import { z } from 'zod'

export const User = z.object({
  id: z.string(),
  username: z.string(),
  uname: z.string(),
  uemail: z.string(),
  ucountry: z.string(),
  uphone: z.string(),
  umobile: z.string(),
  uzip: z.string(),
  uaddress: z.string(),
  /** '0': he gets the newsletter. */
  isSubscribe: z.enum(['0', '1']),
  /** `asked`: he wants it, and its mail waits to be answered. */
  newsletter: z.enum(['none', 'asked', 'confirmed']),
  /** Notices that he has not read, counted up to 100. */
  unread: z.number().int(),
  /** What would protect his account beside the password, to be offered to him once. */
  securityOffer: z.array(z.string()),
  /** His level. */
  title: z.string(),
  /** Points, of which hundredths are counted. */
  uintegral: z.number(),
  /** Percent. */
  discount: z.number(),
  /** Growth so far, and what the next level begins at. */
  uexp: z.number(),
  upgradeExp: z.number(),
  /** Balance in US dollars. */
  amount: z.number(),
  /** Of the sign-in before this one. */
  lastTime: z.iso.datetime().nullable(),
  lastIp: z.string().nullable(),
})
export type User = z.infer<typeof User>
