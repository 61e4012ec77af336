import type { Plugin } from 'vite'

import { changePlaces, type Change } from './change-places.mjs'

/**
 * What Remix's configuration already decides, said where the bundler sees it, so that it leaves out
 * what can never run: other ways to load data, to discover routes and to send data late, and what
 * only a server or a development build does. Each change is an equivalent for this product.
 */
export const leanChanges: Record<string, Change[]> = {
  '@remix-run/react/dist/esm/browser.js': [
    // A page's data stand in it as they are (scripts/lean-server.mjs).
    {
      from: `      if (!stateDecodingPromise) {
        let stream = window.__remixContext.stream;
        invariant(stream, "No stream found for single fetch decoding");
        window.__remixContext.stream = undefined;
        stateDecodingPromise = decodeViaTurboStream(stream, window).then(value => {
          window.__remixContext.state = value.value;
          stateDecodingPromise.value = true;
        }).catch(e => {
          stateDecodingPromise.error = e;
        });
      }
      if (stateDecodingPromise.error) {
        throw stateDecodingPromise.error;
      }
      if (!stateDecodingPromise.value) {
        throw stateDecodingPromise;
      }
`,
      to: '',
    },
    { from: 'window.__remixContext.future.v3_singleFetch', to: 'true', times: 4 },
    { from: 'window.__remixContext.isSpaMode', to: 'false', times: 8 },
    // A page's script names the modules of the routes that the server matched.
    {
      from: 'let initialMatches = matchRoutes(routes, window.location, window.__remixContext.basename);',
      to: 'let initialMatches = Object.keys(window.__remixRouteModules).map(id => ({ route: { id } }));',
    },
    { from: 'router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;', to: '' },
    {
      from: '  useFogOFWarDiscovery(router, window.__remixManifest, window.__remixRouteModules, window.__remixContext.future, false);',
      to: '',
    },
    {
      from: 'patchRoutesOnNavigation: getPatchRoutesOnNavigationFunction(window.__remixManifest, window.__remixRouteModules, window.__remixContext.future, false, window.__remixContext.basename)',
      to: '',
    },
  ],
  '@remix-run/react/dist/esm/routes.js': [
    // Data come by single fetch alone.
    {
      from: 'let result = await fetchServerHandler(request, route);\n      return unwrap ? unwrapServerResponse(result) : result;',
      to: 'throw new Error("not by single fetch");',
    },
    {
      from: ': route.id === "root" ? RemixRootDefaultHydrateFallback : undefined',
      to: ': undefined',
    },
    { from: 'if (needsRevalidation) {', to: 'if (false) {' },
    { from: 'if (isSpaMode) {', to: 'if (false) {', times: 3 },
    // Not left out but mended: data that lead on before the styles of their screen are there are a rejection that nobody
    // handles yet, which is reported as a fault of the page.
    { from: 'return handler();', to: 'return await handler();' },
  ],
  '@remix-run/react/dist/esm/components.js': [
    // Links are anchors here: without the name, unused ones can be left out.
    { from: 'NavLink.displayName = "NavLink";', to: '' },
    { from: '\nLink.displayName = "Link";', to: '' },
    {
      from: 'isPageLinkDescriptor(link) ? /*#__PURE__*/React.createElement(PrefetchPageLinks, _extends({\n    key: key\n  }, link)) : ',
      to: '',
    },
    {
      from: 'let enableFogOfWar = isFogOfWarEnabled(future, isSpaMode);',
      to: 'let enableFogOfWar = false;',
    },
    // The page has them from the server, and React leaves their text alone.
    {
      from: 'let activeDeferreds = future.v3_singleFetch ? undefined : staticContext === null || staticContext === void 0 ? void 0 : staticContext.activeDeferreds;',
      to: 'let activeDeferreds = undefined;',
    },
    {
      from: 'let contextScript = staticContext ? `window.__remixContext = ${serverHandoffString};${streamScript}` : " ";',
      to: 'let contextScript = " ";',
    },
    {
      from: 'let routeModulesScript = !isStatic ? " " : ',
      to: 'let routeModulesScript = true ? " " : ',
    },
    { from: 'contextScript += !activeDeferreds ? "" : ', to: 'contextScript += true ? "" : ' },
    {
      from: 'if (!isStatic && typeof __remixContext === "object" && __remixContext.a) {',
      to: 'if (false) {',
    },
  ],
  '@remix-run/router/dist/router.js': [
    // The table of routes is ranked once, and only those are tried that begin as the address does: a tap waits for
    // several matches, each of which would rank them all and compile an expression for nearly every one.
    {
      from: 'function matchRoutesImpl(',
      to: `const ranked = new WeakMap();
const firstOf = path => (path.split("/")[1] ?? "").toLowerCase();
function rankOnce(routes) {
  let branches = ranked.get(routes);
  if (!branches) {
    branches = flattenRoutes(routes).map(branch => ({ ...branch, first: firstOf(branch.path) }));
    rankRouteBranches(branches);
    ranked.set(routes, branches);
  }
  return branches;
}
function matchRoutesImpl(`,
    },
    {
      from: 'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);',
      to: 'let branches = rankOnce(routes);',
    },
    {
      from: 'let decoded = decodePath(pathname);',
      to: 'let decoded = decodePath(pathname);\n  let first = firstOf(decoded);',
    },
    {
      from: 'matches = matchRouteBranch(branches[i], decoded, allowPartial);',
      to: 'if (branches[i].first === first || /^$|[:*]/.test(branches[i].first)) matches = matchRouteBranch(branches[i], decoded, allowPartial);',
    },
    // What it says of a table that is written wrong: app/framework/route-table.test.ts reads ours.
    {
      from: 'invariant(meta.relativePath.startsWith(parentPath), "Absolute route path \\"" + meta.relativePath + "\\" nested under path " + ("\\"" + parentPath + "\\" is not valid. An absolute child route path ") + "must start with the combined path of all its parent routes.");',
      to: '',
    },
    {
      from: 'invariant(\n      // Our types know better, but runtime JS may not!\n      // @ts-expect-error\n      route.index !== true, "Index routes must not have child routes. Please remove " + ("all child routes from route path \\"" + path + "\\"."));',
      to: '',
    },
    {
      from: 'warning(path === "*" || !path.endsWith("*") || path.endsWith("/*"), "Route path \\"" + path + "\\" will be treated as if it were " + ("\\"" + path.replace(/\\*$/, "/*") + "\\" because the `*` character must ") + "always follow a `/` in the pattern. To get rid of this warning, " + ("please change the route path to \\"" + path.replace(/\\*$/, "/*") + "\\"."));',
      to: '',
    },
    { from: 'return result.type === ResultType.deferred;', to: 'return false;' },
    {
      from: 'let patchRoutesOnNavigationImpl = init.patchRoutesOnNavigation;',
      to: 'const patchRoutesOnNavigationImpl = undefined;',
    },
    { from: 'fogOfWar.active && fogOfWar.matches', to: 'false', times: 3 },
    { from: 'if (isFogOfWar) {', to: 'if (false) {', times: 4 },
    { from: 'if (fogOfWar.active) {', to: 'if (false) {' },
    {
      from: 'return deferred && typeof deferred === "object" && typeof deferred.data === "object" && typeof deferred.subscribe === "function" && typeof deferred.cancel === "function" && typeof deferred.resolveData === "function";',
      to: 'return false;',
    },
  ],
}

/** What React's files offer and nothing here asks for; what only these use goes with them. */
const unusedNames: Record<string, readonly string[]> = {
  react: [
    'Children',
    'Profiler',
    'PureComponent',
    'StrictMode',
    'act',
    'cloneElement',
    'createFactory',
    'createRef',
    'lazy',
    'unstable_act',
    'useDebugValue',
    'useDeferredValue',
    'useImperativeHandle',
    'useInsertionEffect',
  ],
  'react-dom': [
    'createPortal',
    'createRoot',
    'findDOMNode',
    'hydrate',
    'render',
    'unmountComponentAtNode',
    'unstable_batchedUpdates',
    'unstable_renderSubtreeIntoContainer',
  ],
}
for (const [name, unused] of Object.entries(unusedNames))
  leanChanges[`${name}/cjs/${name}.production.min.js`] = unused.map((from) => ({
    from: `exports.${from}=`,
    to: '0,',
  }))
leanChanges['react-dom/cjs/react-dom.production.min.js']?.push({
  from: 'if("undefined"!==typeof __REACT_DEVTOOLS_GLOBAL_HOOK__){',
  to: 'if(false){',
})

/**
 * @param code of a module that is none of the framework's
 * @throws Error when it uses what {@link unusedNames} leaves out
 */
export function refuseUnused(id: string, code: string): void {
  const imported =
    /import\s*{([^}]*)}\s*from\s*['"](react(?:-dom)?)(?:\/client)?['"]|\b(?:React|ReactDOM)\.(\w+)/g
  for (const [, names = '', from, member] of code.matchAll(imported)) {
    const unused = from ? (unusedNames[from] ?? []) : Object.values(unusedNames).flat()
    for (const name of member
      ? [member]
      : names.split(',').map((each) => each.trim().split(' ')[0]))
      if (name && unused.includes(name))
        throw new Error(`${id} uses React's ${name}: take it out of scripts/lean-framework.ts`)
  }
}

const framework =
  /\/node_modules\/((?:@remix-run\/[\w-]+|react|react-dom|react-router|react-router-dom)\/[^?]+)$/

/** Leaves out of the browser's files what this product never runs of the framework. */
export const leanFramework: Plugin = {
  name: 'lean-framework',
  apply: 'build',
  // Before the modules of React are wrapped.
  enforce: 'pre',
  transform(code, id, options) {
    if (options?.ssr) return null
    const file = framework.exec(id)?.[1]
    if (!file) refuseUnused(id, code)
    const changes = file && leanChanges[file]
    return changes ? { code: changePlaces(file, code, changes), map: null } : null
  },
}
