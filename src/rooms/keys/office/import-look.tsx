// What would become of the typed keys, before they come in: how many do, which lines do not, and which look like no key.
import { type ReactNode, useEffect, useRef } from 'react'
import type { officeCall } from '#browser/office-calls.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'

export type Look = Awaited<ReturnType<typeof officeCall<'POST /office/key-batches/look'>>>

interface ImportLookProps {
  look: Look
  /** What was looked at. */
  text: string
  /** That the lines that look different are keys, too. */
  isSure: boolean
  onSure(isSure: boolean): void
}

export function ImportLook({
  look: { product, lines, added, sample, refused, odd },
  text,
  isSure,
  onSure,
}: ImportLookProps) {
  const t = useOfficeWords()
  const section = useRef<HTMLElement>(null)
  // So that it is read first: what was pressed does something else from now on, or nothing.
  useEffect(() => section.current?.focus(), [])
  const all = text.split(/\r?\n/)
  const number = new Intl.NumberFormat(t.tag)
  const sayLine = (line: number, why?: string) => (
    <li key={line} className="wrap-anywhere">
      <span className="figures text-muted">{t('keys.line', { line })}</span>{' '}
      <bdi className="font-mono text-xs">{masked(all[line - 1] ?? '')}</bdi>
      {why && ` · ${why}`}
    </li>
  )
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="look"
      aria-describedby={odd.count > 0 ? 'look-odd' : undefined}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-4 text-sm"
    >
      <p id="look" className="text-base font-medium break-words">
        <bdi>{product}</bdi>: {t('keys.look.adds', { added: number.format(added), lines: number.format(lines) })}
      </p>
      <Lines>{sample.map((line) => sayLine(line))}</Lines>
      {refused.count > 0 && (
        <div>
          <h2 className="font-medium">{t('keys.look.leftOut')}</h2>
          <Lines more={refused.count - refused.first.length}>
            {refused.first.map(({ line, reason }) => sayLine(line, t(`keys.reasons.${reason}`)))}
          </Lines>
        </div>
      )}
      {odd.count > 0 && (
        <div id="look-odd">
          <Notice tone="warn" title={t('keys.look.odd', { count: odd.count })}>
            <Lines more={odd.count - odd.first.length}>
              {odd.first.map(({ line, reason }) => sayLine(line, t(`keys.look.why.${reason}`)))}
            </Lines>
            <Checkbox checked={isSure} onChange={({ target }) => onSure(target.checked)} className="mt-2 text-ink">
              {t('keys.look.sure')}
            </Checkbox>
          </Notice>
        </div>
      )}
    </section>
  )
}

function Lines({ more = 0, children }: { more?: number; children: ReactNode }) {
  const t = useOfficeWords()
  return (
    <>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">{children}</ul>
      {more > 0 && <p className="mt-1 text-muted">{t('keys.moreLines', { count: more })}</p>}
    </>
  )
}

/** What of a line is shown at most: one without an end is no key. */
const SHOWN = 60

/** By its end it is looked for in the office, too; an account has its password there. What is too short for a key stands as it is. */
function masked(line: string): string {
  const key = line.trim()
  if (key.length < 8) return key
  const clear = /[:\t]/.test(key) ? 2 : 5
  const shown = key.slice(-SHOWN)
  const dots = shown.slice(0, -clear).replace(/[^\s,;:-]/g, '•')
  return `${key.length > SHOWN ? '…' : ''}${dots}${shown.slice(-clear)}`
}
