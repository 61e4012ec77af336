// What we take of the library: a build that loads it by this name leaves the rest of it out.
export { NodeClient, defaultStackParser, makeNodeTransport } from '@sentry/node'
