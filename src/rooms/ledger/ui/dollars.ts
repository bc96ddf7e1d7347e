import { formatMoney, fromMajor } from '#platform/money.ts'

/** Balance is kept in US dollars, whatever currency somebody looks at. */
export const dollars = (major: number) => formatMoney(fromMajor(major), '$')
