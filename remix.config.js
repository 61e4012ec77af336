/**
 * Options of Remix's Vite plugin. Every `v3_*` flag is on but `v3_lazyRouteDiscovery`: its route
 * matching lets one anonymous GET of a long path block the event loop for seconds.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  ignoredRouteFiles: ['**/*'],
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
  },
}
