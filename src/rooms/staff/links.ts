/** Where a link leads. The token stands behind `#`, so that no server and no log sees it. */
export const welcomeLink = (origin: string, token: string) => `${origin.replace(/\/$/, '')}/office/welcome#${token}`
