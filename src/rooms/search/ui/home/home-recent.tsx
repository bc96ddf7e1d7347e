import { useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { forgetViewed, readViewed, type ViewedProduct } from '#rooms/products/ui/recently-viewed.ts'
import { Button } from '#ui/button.tsx'
import { UiLink } from '#ui/link.tsx'

/** Known only to this browser, so it comes after the page; it is the last thing there, and moves nothing that is in sight. */
export function HomeRecent() {
  const t = useWords()
  const [products, setProducts] = useState<ViewedProduct[]>([])

  useEffect(() => setProducts(readViewed()), [])

  function forget() {
    forgetViewed()
    setProducts([])
  }

  if (products.length === 0) return null
  return (
    <section aria-labelledby="recently-viewed" className="mt-12">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="recently-viewed" className="text-lg">
          {t('home.recentlyViewed')}
        </h2>
        <Button variant="ghost" size="sm" className="-me-3" onClick={forget}>
          {t('home.clearViewed')}
        </Button>
      </div>
      <ul className="scrollbar-none -mx-4 flex snap-x gap-3 overflow-x-auto px-4 py-1 md:-mx-6 md:px-6">
        {products.map((product) => (
          <li key={product.id} className="w-28 shrink-0 snap-start">
            <UiLink href={productHref(product)} className="block rounded-control">
              <PosterCover img={product.img} sizes="112px" />
              <span dir="auto" className="mt-1.5 line-clamp-2 text-match-parent text-sm leading-snug">
                {product.name}
              </span>
            </UiLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
