import type { WebsiteShell } from '../contract.ts'

/** For the frame of a page when its texts cannot be had. */
export const NO_WEBSITE: WebsiteShell = {
  email: '',
  phone: null,
  hours: null,
  company: null,
  legal: false,
  chat: null,
  tracking: null,
  social: [],
  memberSite: '',
  pages: [],
  seo: {},
}
