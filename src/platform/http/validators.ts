// Conditional requests (RFC 9110 §13.1.2): a list of validators, each strong or weak, is compared weakly.

/** Whether `If-None-Match` names what would be sent. `etag` with its quotes. */
export function isUnchanged(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  // Neither alone nor in a list: nothing to take apart.
  if (!ifNoneMatch.includes(etag)) return false
  for (const [, named] of ifNoneMatch.matchAll(/(?:^|[\s,])(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")(?=\s*(?:,|$))/g))
    if (named === etag) return true
  return false
}

/** Whether an answer may be sent as gzip. */
export function acceptsGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers.get('accept-encoding') ?? '')
}
