// How a product looks inside: pictures beside each other, each a link to the whole of it. With its code here, a press shows the whole
// one over the page.
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { pictureAt } from '#rooms/pictures/rules.ts'
import type { ImageFormat } from '#ui/cover.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SCREEN_WIDTHS, SCREENSHOT_WIDTHS } from '../../rules.ts'
import type { ProductDetail } from '../../wire.ts'

export type ScreenshotsProps = { screenshots: ProductDetail['screenshots'] }

type Screenshot = ScreenshotsProps['screenshots'][number]

const SIZES = '(min-width: 62rem) 15rem, (min-width: 36rem) 30vw, 70vw'

export default function Screenshots({ screenshots }: ScreenshotsProps) {
  const t = useWords()
  const [at, setAt] = useState<number>()
  const name = (index: number) =>
    screenshots[index]?.alt ?? t('product.screenshots.one', { number: index + 1, count: screenshots.length })

  /** As any link where another window is wanted. */
  function press(event: MouseEvent, index: number) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setAt(index)
  }
  return (
    <section aria-labelledby="screenshots-heading" data-screenshots="" className="min-w-0">
      <h2 id="screenshots-heading" className="text-xl">
        {t('product.screenshots.title')}
      </h2>
      {/* On phones they lie in a row that is pushed along; a part of the next one shows that there is more. */}
      <ul className="-mx-1 mt-3 flex snap-x snap-mandatory gap-3 overflow-x-auto p-1 sm:grid sm:grid-cols-3 sm:overflow-visible">
        {screenshots.map((one, index) => (
          <li key={one.img} className="w-[70vw] max-w-72 shrink-0 snap-start scroll-ms-1 sm:w-auto sm:max-w-none">
            <a
              href={one.full}
              aria-label={name(index)}
              onClick={(event) => press(event, index)}
              className="block overflow-hidden rounded-control transition-opacity hover:opacity-90"
            >
              <picture>
                <source type="image/avif" srcSet={setOf(one.img, SCREENSHOT_WIDTHS, 'avif')} sizes={SIZES} />
                <img
                  src={one.img}
                  srcSet={setOf(one.img, SCREENSHOT_WIDTHS, 'webp')}
                  sizes={SIZES}
                  alt={name(index)}
                  lang={one.alt === null ? undefined : findLocale(one.altLanguage)?.tag}
                  width={960}
                  height={540}
                  loading="lazy"
                  fetchPriority="low"
                  decoding="async"
                  className="aspect-video h-auto w-full bg-tint object-cover text-sm text-muted"
                />
              </picture>
            </a>
          </li>
        ))}
      </ul>
      {at !== undefined && (
        <Whole screenshots={screenshots} at={at} onAt={setAt} name={name} onClose={() => setAt(undefined)} />
      )}
    </section>
  )
}

const setOf = (path: string, widths: readonly number[], format: ImageFormat) =>
  widths.map((width) => `${pictureAt(path, width, format)} ${width}w`).join(', ')

interface WholeProps extends ScreenshotsProps {
  at: number
  onAt(index: number): void
  name(index: number): string
  onClose(): void
}

/** A native dialog: it keeps the focus, gives it back, and closes on Escape. */
function Whole({ screenshots, at, onAt, name, onClose }: WholeProps) {
  const t = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const one = screenshots[at]!
  const count = screenshots.length
  const step = (by: number) => onAt((at + by + count) % count)

  function turn(event: KeyboardEvent) {
    const forwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(event.key === forwards ? 1 : -1)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('product.screenshots.title')}
      onClose={onClose}
      onKeyDown={turn}
      // Beside the picture and its buttons.
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col gap-3 bg-picture-ground p-3 text-on-picture open:flex sm:p-5"
    >
      <Picture key={one.full} one={one} name={name(at)} />
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-sm" aria-live="polite">
          <span className="figures opacity-80">{t('home.slide', { number: at + 1, count })}</span>
          {one.alt && (
            <span lang={findLocale(one.altLanguage)?.tag}>
              {' · '}
              <bdi>{one.alt}</bdi>
            </span>
          )}
        </p>
        {count > 1 && (
          <>
            <IconButton label={t('home.previousSlide')} className={onDark} onClick={() => step(-1)}>
              <ChevronLeft size={22} className="flip-rtl" />
            </IconButton>
            <IconButton label={t('home.nextSlide')} className={onDark} onClick={() => step(1)}>
              <ChevronRight size={22} className="flip-rtl" />
            </IconButton>
          </>
        )}
        <IconButton label={t('product.confirm.close')} className={onDark} onClick={() => dialog.current?.close()}>
          <X size={22} />
        </IconButton>
      </div>
    </dialog>
  )
}

const onDark = 'text-on-picture hover:bg-on-picture/15 hover:text-on-picture'

function Picture({ one, name }: { one: Screenshot; name: string }) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={setOf(one.full, SCREEN_WIDTHS, 'avif')} sizes="100vw" />
      <img
        src={one.full}
        srcSet={setOf(one.full, SCREEN_WIDTHS, 'webp')}
        sizes="100vw"
        alt={name}
        lang={one.alt === null ? undefined : findLocale(one.altLanguage)?.tag}
        width={one.width}
        height={one.height}
        className="m-auto h-auto max-h-full min-h-0 w-auto max-w-full rounded-control bg-tint object-contain"
      />
    </picture>
  )
}
