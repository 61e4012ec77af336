import { index, layout, route, type RouteConfig } from '@remix-run/route-config'

/** Every address of the product. Folder = screen = URL; a verb-only address ends in a redirect. */
export default [
  layout('routes/layout/landing-layout.tsx', [
    index('routes/landing/landing.tsx'),
    route('program-loyalty', 'routes/legal/document.tsx', { id: 'legal/program-loyalty' }),
    route('terms', 'routes/legal/document.tsx', { id: 'legal/terms' }),
    route('pdn', 'routes/legal/document.tsx', { id: 'legal/pdn' }),
    route('details', 'routes/legal/document.tsx', { id: 'legal/details' }),
    route('contacts', 'routes/legal/document.tsx', { id: 'legal/contacts' }),
    route('cookie-policy', 'routes/legal/document.tsx', { id: 'legal/cookie-policy' }),
  ]),
  route('consent', 'routes/consent/consent.ts'),

  layout('routes/layout/focus-layout.tsx', [
    route('login', 'routes/login/login.tsx'),
    route('login/code', 'routes/login/code.tsx'),
    route('install', 'routes/install/install.tsx'),
    route('registration', 'routes/registration/registration.tsx'),
    route('profile/incomplete', 'routes/profile/incomplete.tsx'),
  ]),
  route('login/resend', 'routes/login/resend.ts'),
  route('logout', 'routes/system/logout.ts'),

  layout('routes/layout/app-layout.tsx', [
    route('today', 'routes/today/today.tsx'),
    route('qr', 'routes/card/card.tsx'),
    route('profile', 'routes/profile/profile.tsx'),
  ]),
  route('qr/till', 'routes/card/till.tsx'),
  route('qr/code', 'routes/card/card-code.ts'),
  route('profile/confirm-email', 'routes/profile/confirm-email.ts'),

  route('push/enrol', 'routes/push/enrol.ts'),
  route('push/messages', 'routes/push/messages.ts'),

  route('manifest.webmanifest', 'routes/system/manifest.ts'),
  route('robots.txt', 'routes/system/robots.ts'),
  route('sitemap.xml', 'routes/system/sitemap.ts'),
  route('.well-known/security.txt', 'routes/system/security-txt.ts'),
  route('builds/meta/:file', 'routes/system/build-meta.ts'),
  route('*', 'routes/system/not-found.tsx'),
] satisfies RouteConfig
