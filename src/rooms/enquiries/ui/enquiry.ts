// What is asked on the pages for wholesale and sell-to-us.

export type Kind = 'wholesale' | 'sale'
export type RegionOption = { code: string; name: string }

export interface Enquiry {
  fillname: string
  email: string
  skype?: string
  region: string
  message: string
}
