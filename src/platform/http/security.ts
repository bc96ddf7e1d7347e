// Headers that every answer carries, and the content security policy of a page.

export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** What a script, a style sheet or a font needs of them. */
export function fileHeaders(all: Record<string, string>): Record<string, string> {
  const needed = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security']
  return Object.fromEntries(Object.entries(all).filter(([name]) => needed.includes(name)))
}

/**
 * A strict policy for exactly one page: its own inline scripts are allowed by their hashes and nothing else is.
 * `formTargets` are the origins that a form of the page may post to or be redirected to.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[], formTargets: readonly string[] = []): string {
  return [
    `default-src 'none'`,
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** For answers that are no page: nothing may load or run. */
export const NO_CONTENT_POLICY = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
