/**
 * US dollars that one point becomes, as they are set: two decimals and as many more as the rate has, for what a hundredth of
 * a dollar is too coarse for is no sum of money (`fromMajor` refuses it).
 */
export const pointWorth = (rate: number): string =>
  `$\u00a0${new Intl.NumberFormat('en-US', { numberingSystem: 'latn', minimumFractionDigits: 2, maximumFractionDigits: 8 }).format(rate)}`
