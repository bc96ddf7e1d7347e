// What other rooms may ask of the captcha.
import type { Images } from './images.ts'

export type { Altcha } from './altcha.ts'

/** A picture to be read, or the work beside it. */
export type Captcha = Pick<Images, 'takeImage'>
