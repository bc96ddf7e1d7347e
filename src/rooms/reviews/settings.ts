import { z } from 'zod'
import { defineSetting, flag } from '#platform/settings/define.ts'

/** Who may write a review (specification §4): `0` everybody, `1` members, `2` nobody. */
export const FEEDBACK_TYPE = defineSetting('feedback.type', { schema: z.enum(['0', '1', '2']), initial: '0' })
/** Whether a review waits until somebody has read it (decision D4). */
export const IS_MODERATED = defineSetting('feedback.moderation', { schema: flag, initial: '1' })

export const SETTINGS = [FEEDBACK_TYPE, IS_MODERATED]
