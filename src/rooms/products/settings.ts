// What the operator may change of how the catalogue is kept.
import { defineSetting, wholeNumber } from '#platform/settings/define.ts'

/** From how many keys on versions that are made in the office run low; 0: nobody is told until somebody says from when on. */
export const LOW_AT = defineSetting('stock.lowAt', {
  ...{ schema: wholeNumber(0, 100_000), unit: 'keys', initial: '5' },
})
