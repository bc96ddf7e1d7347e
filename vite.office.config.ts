// The back office: an application of its own, of which no shopper downloads a byte. Its files lie beside the shop's below
// /assets/, its page where no address leads to it but the server's answer (src/server/office-pages.ts).
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The marks of the places where one can go, in one file: every page shows them. */
const PLACES =
  /lucide-react\/dist\/esm\/icons\/(inbox|file-spreadsheet|images|key-round|landmark|scroll-text|users-round)\./

/** What stands in the place of a page that is on its way or beside all, in one file: every page may wait. */
const COMING = /(staff\/office\/(coming|over-page)|ui\/(skeleton|error-state))\.tsx?/

/** How pages ask the router, and for their state, in one file: the frame does the same. */
const WAYS =
  /@tanstack\/react-(router\/dist\/esm\/(use(Router|Location|Navigate|Match)|routerContext|matchContext|utils)|store\/)|use-sync-external-store/

export default defineConfig({
  base: '/',
  plugins: [tailwindcss(), react()],
  build: {
    outDir: '../../../dist/office',
    emptyOutDir: true,
    assetsDir: 'assets/office',
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // As the shop's: the letters of names can't be compressed.
        hashCharacters: 'hex',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'places', test: PLACES },
            { name: 'coming', test: COMING },
            { name: 'ways', test: WAYS },
          ],
        },
      },
    },
  },
})
