import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSlides } from './carousel-slides.ts'
import { cx } from './class-names.ts'

export type Slide = { id: string; content: ReactNode }

type CarouselProps = {
  slides: readonly Slide[]
  labels: {
    carousel: string
    previous: string
    next: string
    pause: string
    play: string
    /** Such as "2 of 6". */
    slide: (number: number, count: number) => string
  }
  /** Milliseconds that a slide stays. */
  interval?: number
  className?: string
}

/**
 * A row that snaps: swiped, and complete, without JavaScript. The script adds buttons and the walk from slide to slide, which
 * rests under the pointer, with the focus inside, out of sight, and for those who want less motion.
 */
export function Carousel({ slides, labels, interval = 5000, className }: CarouselProps) {
  const count = slides.length
  const { track, active, show } = useSlides(count)
  const [playing, setPlaying] = useState(false)
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLElement>(null)
  const several = count > 1

  useEffect(() => setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches), [])

  useEffect(() => {
    if (!playing || held || !several) return
    const timer = setInterval(() => {
      if (!document.hidden && inSight(box.current)) show(active + 1)
    }, interval)
    return () => clearInterval(timer)
  }, [playing, held, several, active, interval, show])

  const release = (event: FocusEvent) => setHeld(event.currentTarget.contains(event.relatedTarget))

  return (
    <section
      ref={box}
      aria-label={labels.carousel}
      className={cx('group relative overflow-hidden rounded-card bg-picture-ground', className)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <ul ref={track} aria-live={playing ? 'off' : 'polite'} className="slides size-full">
        {slides.map((slide, index) => (
          <li key={slide.id} aria-label={labels.slide(index + 1, count)} className="relative">
            {slide.content}
          </li>
        ))}
      </ul>
      {several && (
        <div className="absolute end-3 bottom-3 flex forced-color-adjust-none items-center gap-0.5 rounded-full bg-picture-ground/75 p-1 text-on-picture backdrop-blur-sm noscript:hidden">
          <button
            type="button"
            className={control}
            aria-label={playing ? labels.pause : labels.play}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? <Pause size={14} /> : <Play size={14} />}
          </button>
          {slides.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              aria-label={labels.slide(index + 1, count)}
              aria-current={index === active ? 'true' : undefined}
              className="group/dot grid h-8 w-6 place-items-center rounded-full focus-visible:outline-on-picture pointer-coarse:h-11"
              onClick={() => show(index)}
            >
              <span
                className={cx(
                  'h-1.5 rounded-full bg-on-picture transition-[width,opacity]',
                  index === active ? 'w-4' : 'w-1.5 opacity-55 group-hover/dot:opacity-100',
                )}
              />
            </button>
          ))}
          <button
            type="button"
            className={cx(control, 'max-sm:hidden')}
            aria-label={labels.previous}
            onClick={() => show(active - 1)}
          >
            <ChevronLeft size={18} className="flip-rtl" />
          </button>
          <button
            type="button"
            className={cx(control, 'max-sm:hidden')}
            aria-label={labels.next}
            onClick={() => show(active + 1)}
          >
            <ChevronRight size={18} className="flip-rtl" />
          </button>
        </div>
      )}
    </section>
  )
}

function inSight(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const control =
  'grid size-8 place-items-center rounded-full transition-colors hover:bg-on-picture/15 focus-visible:outline-on-picture focus-visible:-outline-offset-2 pointer-coarse:size-11'
