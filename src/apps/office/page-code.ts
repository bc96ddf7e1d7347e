// The code of a page comes when the page is wanted.
import { lazyRouteComponent } from '@tanstack/react-router'
import { onceThere } from '#rooms/staff/office/coming.tsx'

/** Code that fails makes the router load all anew, which leaves the browser's own page where the shop does not answer. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => onceThere(load), name)
