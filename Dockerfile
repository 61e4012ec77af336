# Builds with everything, runs with little: plain node, one build with its packages in it, not as root, on a
# root filesystem that may be read-only. `npm run check:image` builds and tries it.

# Exactly the image that `npm run base:renew` found: --build-arg BASE_DIGEST="$(cat deploy/base-image.digest)". Without
# it whatever the tag is today.
ARG BASE_DIGEST=

# The packages of production by themselves, for the list of what is shipped: the build has them in its files. No
# package that is installed runs a script of its own, here and below: none needs one (tests/deploy/image.test.ts).
FROM node:24-bookworm-slim${BASE_DIGEST:+@}${BASE_DIGEST} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages are TypeScript, which Remix would like to have. A registry that wants a password or has a
# certificate authority of its own: --secret id=npmrc,src=$HOME/.npmrc, which no layer keeps.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --omit=optional --ignore-scripts
# What is shipped, for who looks for a package in it (scripts/sbom.mjs).
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

FROM node:24-bookworm-slim${BASE_DIGEST:+@}${BASE_DIGEST} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY . .
# The one script that an installation needs: it applies patches/.
RUN npx patch-package && npm run build
# With a token of the error-reporting service the maps go there: docs/operations.md, Error reports.
# What is shipped has none. The secret is a file, which every builder knows how to give.
ARG SENTRY_ORG SENTRY_PROJECT RELEASE
RUN --mount=type=secret,id=sentry_auth_token \
    SENTRY_AUTH_TOKEN="$(cat /run/secrets/sentry_auth_token 2>/dev/null || true)" npm run sourcemaps
RUN npx esbuild sandbox/server.ts --bundle --platform=node --format=esm --target=node20 --outfile=sandbox.mjs

# No package manager: nobody who gets in can fetch anything with it.
FROM node:24-bookworm-slim${BASE_DIGEST:+@}${BASE_DIGEST} AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn*
WORKDIR /app
ENV NODE_ENV=production
# By number: Kubernetes cannot tell whether a name is root's.
USER 1000:1000

# The gateways' stand-in, for trying things out: docker build --target sandbox
FROM runtime AS sandbox
ENV SANDBOX_HOST=0.0.0.0
COPY --from=build /app/sandbox.mjs ./
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__sandbox').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "sandbox.mjs"]

FROM runtime AS configured
# Without a bound node lets garbage lie about until the container is over its limit: 300 MB under load, with it
# 200, and Node 24 a hundred more without a bound for young objects. What may be in the heap: docs/operations.md,
# Memory. A setting of the container overrides it.
ENV NODE_OPTIONS="--max-old-space-size=384 --max-semi-space-size=16"
# Compiled code outlives a restart where /tmp is a volume of the pod.
ENV NODE_COMPILE_CACHE=/tmp/node-compile-cache

FROM configured AS app
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="april-loyalty" \
      org.opencontainers.image.description="Retail loyalty web app: a card that scans at the till" \
      org.opencontainers.image.licenses="UNLICENSED" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"
COPY --from=dependencies /app/sbom.cdx.json ./
COPY --from=build /app/package.json ./
COPY --from=build /app/build ./build
# What sends pushes, for a job beside the application: docs/operations.md, Sending pushes.
COPY --from=build /app/scripts/help.mjs /app/scripts/push-keys.mjs /app/scripts/push-relay.mjs /app/scripts/push-send.mjs ./scripts/
EXPOSE 3000 9464
# Where it listens; Linux takes 0.0.0.0 and :: for itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "const { HOST, PORT } = process.env; const host = HOST || '127.0.0.1'; fetch('http://' + (host.includes(':') ? '[' + host + ']' : host) + ':' + (PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself is the first process: npm would swallow the signal to drain.
CMD ["node", "build/server.js"]
