import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Breadcrumb } from './breadcrumb.tsx'
import { Button } from './button.tsx'
import { Carousel } from './carousel.tsx'
import { Checkbox } from './checkbox.tsx'
import { Cover } from './cover.tsx'
import { Drawer } from './drawer.tsx'
import { type LinkProps, LinkProvider, UiLink } from './link.tsx'
import { Pagination } from './pagination.tsx'
import { Picker } from './picker.tsx'
import { Popover } from './popover.tsx'
import { Price } from './price.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { RangeSlider } from './range-slider.tsx'
import { RatingStars } from './rating-stars.tsx'
import { SearchField } from './search-field.tsx'
import { Tabs } from './tabs.tsx'
import { TextField } from './text-field.tsx'
import { Tile } from './tile.tsx'
import { TileSkeleton } from './tile-skeleton.tsx'

const nothing = () => {}

function RouterLink({ children, ...rest }: LinkProps) {
  return (
    <a {...rest} data-router="">
      {children}
    </a>
  )
}

describe('a text field', () => {
  it('is named by its label and described by its error, then its hint', () => {
    const html = renderToString(<TextField id="mail" label="E-mail" hint="Keys go here" error="Not an address" />)
    expect(html).toContain('<label for="mail"')
    expect(html).toContain('aria-describedby="mail-error mail-hint"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toMatch(/<p id="mail-error" role="alert"/)
    expect(html).toContain('id="mail-hint"')
  })

  it('describes nothing where there is nothing to say', () => {
    const html = renderToString(<TextField label="Name" />)
    expect(html).not.toContain('aria-describedby')
    expect(html).not.toContain('aria-invalid')
  })
})

describe('a button', () => {
  it('does not submit unless told to', () => {
    expect(renderToString(<Button>Go</Button>)).toContain('type="button"')
  })

  it('keeps its label, and so its width, while loading', () => {
    const html = renderToString(
      <Button loading loadingLabel="Paying">
        Pay
      </Button>,
    )
    expect(html).toContain('aria-busy="true"')
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain(' disabled=""')
    expect(html).toContain('Pay<')
    expect(html).toContain('Paying')
  })
})

describe('pagination', () => {
  const labels = { nav: 'Pages', previous: 'Back', next: 'On', page: (n: number) => `Page ${n}`, position: '2 of 3' }

  it('is made of links, and says which page this is', () => {
    const html = renderToString(<Pagination page={2} pageCount={3} href={(n) => `?page=${n}`} labels={labels} />)
    expect(html).toContain('<a href="?page=1" rel="prev" aria-label="Back"')
    expect(html).toContain('<a href="?page=3" rel="next" aria-label="On"')
    expect(html).toMatch(/href="\?page=2" aria-label="Page 2" aria-current="page"/)
  })

  it('is not there for one page', () => {
    expect(renderToString(<Pagination page={1} pageCount={1} href={String} labels={labels} />)).toBe('')
  })
})

describe('tabs, before the script', () => {
  const html = renderToString(
    <Tabs
      label="About"
      tabs={[
        { id: 'text', label: 'Description', content: 'One' },
        { id: 'ratings', label: 'Ratings', count: 12, content: 'Two' },
      ]}
    />,
  )

  it('are links to sections that are all there', () => {
    expect(html).toContain('href="#ratings"')
    expect(html).toContain('<section id="ratings" aria-labelledby="ratings-tab"')
    expect(html).toContain('Two')
    expect(html).not.toContain('role="tab')
    expect(html).not.toContain('data-scripted')
  })
})

describe('a search field', () => {
  const field = (suggestions: { id: string; href: string; content: string }[]) =>
    renderToString(
      <SearchField
        action="/search"
        name="q"
        value="sta"
        onValueChange={nothing}
        onSearch={nothing}
        suggestions={suggestions}
        labels={{ search: 'Search', placeholder: '', submit: 'Go', clear: 'Clear', suggestions: 'Found', count: '1' }}
      />,
    )

  it('is a form that works by itself', () => {
    expect(field([])).toMatch(/<form [^>]*action="\/search" method="get"/)
    expect(field([])).toContain('maxLength="50"')
  })

  it('points at its list of links', () => {
    const html = field([{ id: 'a', href: '/games/a', content: 'A' }])
    const list = /aria-controls="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`id="${list}" role="listbox"`)
    expect(html).toContain('role="option" aria-selected="false" tabindex="-1" href="/games/a"')
  })
})

describe('a popover', () => {
  it('is opened by its button without a script', () => {
    const html = renderToString(
      <Popover label="Account" trigger={(wiring) => <button {...wiring}>Me</button>}>
        Inside
      </Popover>,
    )
    const id = /popoverTarget="([^"]+)"/i.exec(html)?.[1]
    expect(id).toBeTruthy()
    expect(html).toContain(`id="${id}" popover="auto"`)
  })
})

describe('a link', () => {
  it('goes through the router that the app gives', () => {
    const html = renderToString(
      <LinkProvider value={RouterLink}>
        <UiLink href="/x">X</UiLink>
      </LinkProvider>,
    )
    expect(html).toBe('<a href="/x" data-router="">X</a>')
  })
})

describe('a cover', () => {
  it('offers both formats, reserves its place and waits until it is near', () => {
    const html = renderToString(
      <Cover src={(width, format) => `/c/${width}.${format}`} widths={[180, 360]} sizes="180px" alt="Star" />,
    )
    expect(html).toContain('type="image/avif" srcSet="/c/180.avif 180w, /c/360.avif 360w"')
    expect(html).toContain('width="360" height="480"')
    expect(html).toContain('loading="lazy"')
  })
})

describe('a price', () => {
  it('keeps the symbol in front in Arabic too', () => {
    expect(renderToString(<Price amount="$ 23.40" />)).toMatch(/<span dir="ltr"[^>]*>\$ 23\.40<\/span>/)
  })
})

it.each<[string, ReactNode]>([
  [
    'range slider',
    <RangeSlider
      key="1"
      limits={[0, 90]}
      value={[10, 60]}
      onChange={nothing}
      onCommit={nothing}
      names={{ from: 'a', to: 'b' }}
      labels={{ from: 'From', to: 'To' }}
      format={String}
      unit="$"
    />,
  ],
  ['rating', <RatingStars key="2" value={3.5} label="3.5 of 5" />],
  [
    'quantity',
    <QuantityStepper
      key="3"
      value={2}
      onChange={nothing}
      labels={{ quantity: 'Quantity', decrease: 'Less', increase: 'More' }}
    />,
  ],
  [
    'carousel',
    <Carousel
      key="4"
      slides={[
        { id: 'a', content: 'A' },
        { id: 'b', content: 'B' },
      ]}
      labels={{
        carousel: 'News',
        previous: 'Back',
        next: 'On',
        pause: 'Pause',
        play: 'Play',
        slide: (n, c) => `${n} of ${c}`,
      }}
    />,
  ],
  [
    'drawer',
    <Drawer key="5" open={false} onOpenChange={nothing} title="Filters" closeLabel="Close">
      Inside
    </Drawer>,
  ],
  [
    'picker',
    <Picker
      key="6"
      label="Currency"
      options={[{ value: 'usd', label: 'US dollar' }]}
      value="usd"
      filterLabel="Find"
      emptyText="None"
      trigger={(wiring) => <button {...wiring}>USD</button>}
    />,
  ],
  ['tile', <Tile key="7" href="/a" title="A" media={null} footer="$ 1.00" />],
  ['tile skeleton', <TileSkeleton key="8" />],
  [
    'checkbox',
    <Checkbox key="9" partly>
      All
    </Checkbox>,
  ],
  ['breadcrumb', <Breadcrumb key="10" label="You are here" crumbs={[{ label: 'Home', href: '/' }, { label: 'A' }]} />],
])('%s comes from the server without inline styles or scripts, which the content policy would block', (_, element) => {
  const html = renderToString(element)
  expect(html).not.toMatch(/ style=| on[a-z]+=|<style|<script/i)
})
