// Who sells: the shop itself, and invented marketplace sellers.

export type SellerCode = 'latchkey' | 'kestrel' | 'copperline' | 'mistral' | 'half-moon' | 'orbit-nine' | 'tidewater'

export interface DemoSeller {
  code: SellerCode
  name: string
  /** The shop itself: wins a tie of prices. */
  own: boolean
  /** ISO 3166-1 alpha-2. */
  country: string
  /** YYYY-MM-DD */
  joinedOn: string
}

export const sellers: readonly DemoSeller[] = [
  { code: 'latchkey', name: 'Latchkey', own: true, country: 'NL', joinedOn: '2021-03-01' },
  { code: 'kestrel', name: 'Kestrel Games', own: false, country: 'IE', joinedOn: '2021-06-14' },
  { code: 'copperline', name: 'Copperline Codes', own: false, country: 'PL', joinedOn: '2021-11-02' },
  { code: 'mistral', name: 'Mistral Digital', own: false, country: 'FR', joinedOn: '2022-04-20' },
  { code: 'half-moon', name: 'Half Moon Keys', own: false, country: 'TR', joinedOn: '2022-09-09' },
  { code: 'orbit-nine', name: 'Orbit Nine', own: false, country: 'SG', joinedOn: '2023-02-27' },
  { code: 'tidewater', name: 'Tidewater Trading', own: false, country: 'US', joinedOn: '2024-05-06' },
]
