import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#shop/calls.ts'
import { usePrice } from '#shop/shell/ui/use-price.ts'

export const Route = createFileRoute('/')({
  loader: () => call('GET /api/home/products', {}),
  component: Home,
})

function Home() {
  const { bestSellersList } = Route.useLoaderData()
  const { t } = useTranslation()
  const { price } = usePrice()
  return (
    <main>
      <h1>{t('home.bestSellers')}</h1>
      <ul>
        {bestSellersList.map((card) => (
          <li key={card.id}>
            {card.name} {card.lowPrice === null ? '' : price(card.lowPrice)}
          </li>
        ))}
      </ul>
    </main>
  )
}
