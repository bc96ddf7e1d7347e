import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { BANNER_WIDTHS, BANNERS_AT_ONCE } from '#rooms/content/rules.ts'
import { BANNER_SIZES, pictureOf } from '#rooms/content/ui/wide-pictures.ts'
import type { Banner } from '#rooms/content/wire.ts'
import { pictureAt } from '#rooms/pictures/rules.ts'
import { Carousel } from '#ui/carousel.tsx'
import { Cover } from '#ui/cover.tsx'
import { UiLink } from '#ui/link.tsx'

const root = getRouteApi('__root__')

/** Specification §9. Milliseconds. */
const INTERVAL = 5000

export function HomeBanners({ banners }: { banners: readonly Banner[] }) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  return (
    <Carousel
      interval={INTERVAL}
      // 280 px on phones (specification §9), where 21:9 would leave no room for the words.
      className="h-[17.5rem] sm:aspect-21/9 sm:h-auto"
      slides={banners.slice(0, BANNERS_AT_ONCE).map((banner, index) => ({
        id: String(banner.id),
        content: <Slide banner={banner} picture={pictureOf(banner, locale.dir)} first={index === 0} />,
      }))}
      labels={{
        carousel: t('home.banners'),
        previous: t('home.previousSlide'),
        next: t('home.nextSlide'),
        pause: t('home.pauseSlides'),
        play: t('home.playSlides'),
        slide: (number, count) => t('home.slide', { number, count }),
      }}
    />
  )
}

type SlideProps = { banner: Banner; picture: string; first: boolean }

function Slide({ banner, picture, first }: SlideProps) {
  const t = useWords()
  return (
    <UiLink
      href={banner.href}
      className="group/slide relative block size-full text-on-picture focus-visible:-outline-offset-4 focus-visible:outline-on-picture"
    >
      <Cover
        src={(width, format) => pictureAt(picture, width, format)}
        widths={BANNER_WIDTHS}
        sizes={BANNER_SIZES}
        alt=""
        shape="banner"
        priority={first}
        rounded={false}
        // The calm side is where the words stand; on phones the crop keeps it, and the edge of the art.
        className="max-sm:aspect-auto max-sm:size-full [&>img]:object-[32%_50%] rtl:[&>img]:object-[68%_50%]"
      />
      <div className="absolute inset-y-0 start-0 flex w-[68%] flex-col justify-center gap-2 ps-5 pb-14 sm:w-[46%] sm:gap-3 sm:ps-8 sm:pb-4 xl:ps-12">
        <h2 className="text-[clamp(1.125rem,6vw,1.5rem)] leading-tight hyphens-auto md:text-3xl xl:text-4xl">
          {banner.title}
        </h2>
        <p className="line-clamp-3 text-pretty opacity-90 xl:text-lg">{banner.line}</p>
        <span className="mt-1 inline-flex items-center gap-2 self-start rounded-control bg-on-picture px-3.5 py-1.5 text-sm font-medium text-picture-ground max-sm:hidden md:mt-2 md:px-4 md:py-2 md:text-base">
          {t('home.see')}
          <ArrowRight
            size={16}
            aria-hidden="true"
            className="flip-rtl transition-transform group-hover/slide:translate-x-0.5 rtl:group-hover/slide:-translate-x-0.5"
          />
        </span>
      </div>
    </UiLink>
  )
}
