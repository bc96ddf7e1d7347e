// A moment in the reader's own time zone: for what is drawn in the browser alone, since the server knows no reader.
export function LocalMoment({ iso, tag, className }: { iso: string; tag: string; className?: string }) {
  const text = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  }).format(new Date(iso))
  return (
    <time dateTime={iso} className={className}>
      {text}
    </time>
  )
}
