// The built application for `remix-serve`, which hands loaders an empty context of the request.
import { build as own, newContext } from './adapter-context.mjs'

const { guard, guardedBuild } = own.entry.module
/** @type {WeakMap<object, Promise<unknown>>} */
const filled = new WeakMap()

const build = guardedBuild(own, async (id, handler, args) => {
  const { request, context } = args
  if (!filled.has(context))
    filled.set(
      context,
      newContext(request.headers, new URL(request.url).pathname).then((made) =>
        Object.assign(context, made.context),
      ),
    )
  await filled.get(context)
  return guard(id, handler, args)
})
export const { assets, assetsBuildDirectory, entry, future, publicPath, routes } = build
