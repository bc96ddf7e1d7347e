// What other rooms may ask of the captcha.
export type { Altcha } from './altcha.ts'
