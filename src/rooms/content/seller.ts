// Who sells, as the law wants him named: on the page of the legal notice, below mails, in what machines are told, and to banks.
import { z } from 'zod'
import { defineSetting, mayBeEmail, plainLine, plainLines } from '#platform/settings/define.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { PHONE } from './rules.ts'

const COMPANY = defineSetting('seller.company', { schema: plainLine(120), initial: '' })
const ADDRESS = defineSetting('seller.address', { schema: plainLines(400, 6), initial: '' })
const REGISTRATION = defineSetting('seller.registration', { schema: plainLine(120), initial: '' })
/** As the VIES names it: two letters of the country first. */
const VAT_ID = defineSetting('seller.vatId', {
  schema: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}[A-Z0-9+*.]{2,13}$/)]),
  initial: '',
})
const RESPONSIBLE = defineSetting('seller.responsible', { schema: plainLine(120), initial: '' })
const EMAIL = defineSetting('seller.email', { schema: mayBeEmail, initial: '' })
const TELEPHONE = defineSetting('seller.phone', {
  schema: z.union([z.literal(''), z.string().regex(PHONE)]),
  initial: '',
})

export const SELLER_SETTINGS = [COMPANY, ADDRESS, REGISTRATION, VAT_ID, RESPONSIBLE, EMAIL, TELEPHONE]

export interface Seller {
  company: string
  /** Line by line. */
  address: string[]
  /** What is not said is empty. */
  registration: string
  vatId: string
  responsible: string
  email: string
  phone: string
}

/** Undefined until he is named with his address. */
export function sellerIn(settings: Pick<Settings, 'read'>): () => Seller | undefined {
  return () => {
    const [company, address] = [settings.read(COMPANY), settings.read(ADDRESS)]
    if (company === '' || address.length === 0) return undefined
    return {
      ...{ company, address },
      registration: settings.read(REGISTRATION),
      vatId: settings.read(VAT_ID),
      responsible: settings.read(RESPONSIBLE),
      email: settings.read(EMAIL),
      phone: settings.read(TELEPHONE),
    }
  }
}

/** Below a mail and on a receipt: the law wants no more there. */
export const sellerLines = ({ company, address, registration, vatId }: Seller): string[] => [
  ...[company, ...address],
  ...[[registration, vatId].filter(Boolean).join(' · ')].filter(Boolean),
]
