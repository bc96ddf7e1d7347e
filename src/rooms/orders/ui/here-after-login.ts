/** Address of the login, which leads back to this page. */
export const hereAfterLogin = () => `/login?${new URLSearchParams({ to: location.pathname + location.search })}`
