/** An address; where it must break, it breaks before the @. */
export function Email({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <bdi>
      {name}
      <wbr />@{domain}
    </bdi>
  )
}
