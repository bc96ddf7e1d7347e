// Numbers as keyboards of other scripts type them, and as browsers fill them in.

/** In ASCII: Arabic, Persian and full-width digits (their last four bits are what they count), without invisible marks. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace('٫', '.')

/** A telephone number, say, without its plus and what groups it. What else stands in it stays, to be refused. */
export const bareDigits = (text: string): string => plainNumber(text).replace(/^\s*\+|[\s().\p{Pd}]/gu, '')
