/** A number as people of this language write it, in Western digits and to two places. */
export const sayNumber = (value: number, tag: string, how: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(tag, { maximumFractionDigits: 2, numberingSystem: 'latn', ...how }).format(value)
