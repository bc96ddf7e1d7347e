/** Whether every word that was typed begins or is within the text, whatever the case and the accents. */
export function matchesText(text: string, typed: string): boolean {
  const plain = withoutAccents(text)
  return withoutAccents(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
