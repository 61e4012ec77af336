// The used exports of the library; the build drops the others.
export {
  NodeClient,
  defaultStackParser,
  makeNodeTransport,
  sentryHandleError,
  withScope,
} from '@sentry/remix'
