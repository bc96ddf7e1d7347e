import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { smallIcons } from './bin/small-icons.mjs'
import { subsetFonts } from './bin/subset-fonts.mjs'

await subsetFonts()

/**
 * What every page starts from: libraries, the routes' addresses, loaders and heads (without `?`: their components), the
 * frame around every page with what it asks of bars and questions; and the small rules of the rooms, so that nobody who
 * asks for a limit gets a library with it. What a key of an account holds nobody reads before he has bought one,
 * nor what a ticket takes before he asks support.
 */
const STARTS =
  /\/node_modules\/(react|react-dom|scheduler|@tanstack)\/|\/src\/(apps\/shop\/(routes\/[^?]*|router|client|routeTree\.gen)\.tsx?|(rooms\/(?!(?:vault|tickets)\/|orders\/rules|payments\/limits)\w+\/(limits|rules)|ui\/keep-focus-clear)\.ts)$|preload-helper|rolldown-runtime/

/**
 * Small things that nearly every page uses: each file of its own costs more in headers, and compresses worse, than it saves
 * those who do without.
 */
const COMMON = [
  /lucide-react\/dist\/esm\/icons\/(package-open|user-round|info|circle-check|clock|plus|minus|trash|trash-2|chevron-\w+)\./,
  /\/src\/ui\/(field|select-field|checkbox|notice|quantity[\w-]*|disclosure|breadcrumb|card|cover|price|badge|tile-(look|skeleton))\.tsx?$/,
  /\/src\/rooms\/(payments\/ui\/provider-marks|pictures\/ui\/poster-cover|products\/ui\/(offers|recently-viewed|product-href))\.tsx?$/,
]

/** What the product's page shares with the questions that it asks, and with few other pages. */
const OFFERS =
  /lucide-react\/dist\/esm\/icons\/(circle-x|store|share-2|key-round|copy|rectangle-ellipsis)\.|\/src\/(ui\/(rating-stars|star)|rooms\/(countries\/ui\/countries|products\/ui\/(stock-mark|page\/paragraphs)|reviews\/ui\/score-text))\.tsx?$/

/** What forms are made of, beside what checks them. */
const FORMS = /\/src\/(ui\/(use-form|text-field|text-area)|platform\/random-id)\.tsx?$/

/** Long texts: pages of the shop, news. */
const READING = /\/src\/rooms\/content\/ui\/(prose|long-date|news-head)\.tsx?$/

/** Pages that say no more than which text or form they show, with what shows it: every first visit names fewer files then. */
const ALIKE = [
  {
    name: 'content-page',
    test: /\/src\/(apps\/shop\/routes\/(about-us|accessibility|affiliate|condition|privacy-policy|refund-policy|shipping)\.tsx\?|rooms\/content\/ui\/content-page)/,
  },
  {
    name: 'enquiry-page',
    test: /\/src\/(apps\/shop\/routes\/(sale|wholesale)\.tsx\?|rooms\/enquiries\/ui\/enquiry-page)/,
  },
]

/** Cards of products, on all pages but those where one buys. */
const SHELF = /\/src\/(rooms\/products\/ui\/(product-card|product-grid)\.tsx?|ui\/tile\.tsx)$/

/**
 * What checks a form: fetched when somebody comes to one. With it what reads numbers and amounts: who types one has had it
 * since the form of the login, and a file of its own would be 100 bytes of every first visit.
 */
const CHECKS =
  /\/node_modules\/zod\/|\/src\/(ui\/form-check|platform\/i18n\/(digits|typed-number)|rooms\/\w+\/forms)\.ts$/

/** What several pages share, except what is large and belongs to one kind of page: lists, carts, content pages. */
const SHARED =
  /\/src\/(?!ui\/(modal|dialog|drawer|copy-button|range|pagination|page-window|quantity|radio-card)|rooms\/(checkout|orders)\/ui|rooms\/(cart|vault|ledger)\/|rooms\/(members|sessions|passwords|captcha|totp|passkeys|addresses|countries|tickets|notices|wishes)\/ui|browser\/(use-loaded|use-returned|passkeys)|rooms\/(coupons|orders)\/(wire|rules)|rooms\/payments\/ui\/method-rules|rooms\/search\/ui\/list\/(narrowing|filter|facet|price-filter|use-(price|early))|rooms\/content\/ui\/content-page)|lucide-react(?!.*\/(life-buoy|package|bell|map-pin|log-out|eye|eye-off|heart|shield-check|fingerprint[\w-]*|undo-2)\.)/

/** What all pages behind the login start from, their words among it: visitors never download it. */
const MEMBERS = /\/node_modules\/jose\/|\/src\/(rooms\/members\/ui\/words|browser\/use-loaded)\.ts$/

/** Lines, sums and addresses of what is bought: in the cart, at the checkout and on the order's page. */
const BUYING =
  /\/src\/rooms\/(checkout\/ui\/cart\/(cart-line-row|line-problem|line-facts|use-cart-rows)|orders\/rules\.ts|payments\/ui\/method-rules|checkout\/ui\/[^/]+$|orders\/ui\/(checkout-draft|payment-picker|price-summary|result-address|use-waiver|wait-words)|(coupons|orders)\/wire)|\/src\/(ui\/radio-card|browser\/use-returned)/

export default defineConfig({
  plugins: [
    smallIcons(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src/apps/shop',
      client: { entry: 'client' },
      server: { entry: 'renderer' },
      vite: { installDevServerMiddleware: true },
    }),
    react(),
  ],
  resolve: {
    // Of React itself; the other is for React before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssMinify: true,
    reportCompressedSize: false,
    // Every page starts from the names of some 200 files, and the random letters in them can't be compressed: a bit of each is
    // 25 bytes of a first visit. Eight hexadecimal digits are 32 bits; the usual eight letters are 48, and Rolldown takes no
    // fewer than seven. For both sides: the server's build names the style sheet by itself, and has to name it like the client's.
    rolldownOptions: { output: { hashCharacters: 'hex' } },
  },
  environments: {
    // Its icons are drawn alike on both sides.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash:8].js',
            chunkFileNames: 'assets/[name]-[hash:8].js',
            // A first visit brings few files: each costs a request, and small ones compress a fifth worse.
            codeSplitting: {
              groups: [
                {
                  name: 'start',
                  test: new RegExp([STARTS, ...COMMON].map(({ source }) => source).join('|')),
                  priority: 3,
                },
                { name: 'shelf', test: SHELF, priority: 2 },
                { name: 'offers', test: OFFERS, priority: 2 },
                { name: 'forms', test: FORMS, minShareCount: 2, priority: 2 },
                { name: 'reading', test: READING, minShareCount: 2, priority: 2 },
                { name: 'checks', test: CHECKS, priority: 2 },
                { name: 'members', test: MEMBERS, minShareCount: 2, priority: 2 },
                ...ALIKE.map((alike) => ({ ...alike, priority: 2 })),
                { name: 'shared', test: SHARED, minShareCount: 3, priority: 1 },
                { name: 'buying', test: BUYING, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
