// Starts the back office in the browser: words first, then whoever is signed in.
import './without-eval.ts'
import './office.css'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CallRefused } from '#browser/call-refused.ts'
import { readWords } from '#rooms/staff/office/words.ts'
import { createOfficeRouter } from './router.tsx'

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // What one may do was changed meanwhile: the frame finds out what it is now.
    onError: (error) => {
      if (error instanceof CallRefused && error.status === 403) void queries.invalidateQueries({ queryKey: ['me'] })
    },
  }),
  defaultOptions: {
    queries: {
      // What was refused is refused again; what could not be reached may be there a moment later.
      retry: (failures, error) => failures < 2 && !(error instanceof CallRefused && error.status > 0),
      staleTime: 5_000,
      // Without a connection nothing waits in silence: it fails, which is said, and is asked for again once there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

await readWords()
createRoot(document.getElementById('office')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createOfficeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
