// A random name made in the browser. `crypto.randomUUID` exists only where the page came by https or from this machine;
// `getRandomValues` exists everywhere, and is as random.

/** RFC 9562, version 4. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
