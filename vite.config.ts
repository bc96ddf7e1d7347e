import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { subsetFonts } from './bin/subset-fonts.mjs'

await subsetFonts()

/**
 * What every page starts from: libraries, the routes' addresses, loaders and heads (without `?`: their components), the
 * frame around every page with what it asks of bars and questions; and the small rules of the rooms, so that nobody who
 * asks for a limit gets a library with it.
 */
const STARTS =
  /\/node_modules\/(react|react-dom|scheduler|@tanstack)\/|\/src\/(routes\/[^?]*|router|client|routeTree\.gen)\.tsx?$|\/src\/(shop\/\w+\/(limits|rules)|ui\/keep-focus-clear)\.ts$|preload-helper|rolldown-runtime/

/** What the product page shares with one other and is smaller than the headers of a request of its own. */
const TINY =
  /lucide-react\/dist\/esm\/icons\/(circle-x|store)\.|\/src\/shop\/(shell\/recently-viewed|catalog\/ui\/(offers|paragraphs))\.tsx?$/

/** What checks a form: fetched when somebody comes to one. */
const CHECKS = /\/node_modules\/zod\/|\/src\/(ui\/form-check|shop\/\w+\/forms)\.ts$/

/** What several pages share, except what is large and belongs to one kind of page: lists, carts, content pages. */
const SHARED =
  /\/src\/(?!ui\/(range|pagination|page-window|quantity)|shop\/cart\/ui|shop\/catalog\/ui\/(filter|facet|price-filter|use-price)|shop\/content\/ui\/content-page)|lucide-react/

export default defineConfig({
  plugins: [tailwindcss(), tanstackStart({ vite: { installDevServerMiddleware: true } }), react()],
  build: { target: 'es2023', assetsInlineLimit: 0, cssMinify: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A first visit brings few files: each costs a request, and small ones compress a fifth worse.
            codeSplitting: {
              groups: [
                { name: 'start', test: new RegExp(`${STARTS.source}|${TINY.source}`), priority: 3 },
                { name: 'checks', test: CHECKS, priority: 2 },
                { name: 'shared', test: SHARED, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
