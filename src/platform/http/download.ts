// An answer that is a file: somebody's own, so it is kept by nobody, and whatever stands in it loads and runs nothing.
export interface Download {
  name: string
  mediaType: string
  /** What is made while it is sent has no length yet. */
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  /** Shown where a page asks for it as a picture. Everything else is saved, never opened by the browser. */
  inline?: boolean
}

export function downloadAnswer({ name, mediaType, bytes, inline }: Download): Response {
  // RFC 6266, RFC 8187: the plain name for those who know no other.
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      ...(bytes instanceof Uint8Array && { 'content-length': String(bytes.length) }),
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'private, no-store',
      'x-accel-expires': '0',
    },
  })
}
