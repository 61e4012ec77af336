#!/usr/bin/env bash
# Finds, or installs, what the tests need besides Node: a Chromium and a Redis server.
set -euo pipefail

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_install() {
  command -v apt-get >/dev/null || return 1
  as_root apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

has_browser() {
  npx tsx -e "import('./tests/support/find-browser.ts').then((m) => process.exit((m.findBrowser ?? m.default.findBrowser)() ? 0 : 1))"
}

has_redis() {
  command -v "${REDIS_SERVER_PATH:-redis-server}" >/dev/null
}

if ! has_browser; then
  echo 'No browser found: installing one'
  apt_install chromium chromium-headless-shell || apt_install chromium || npx playwright install --with-deps chromium || npx playwright install chromium
  has_browser || { echo 'No browser: set CHROMIUM_PATH to a Chromium or Chrome' >&2; exit 1; }
fi

# The journeys go faster with it, and without it too.
if [ -z "${CHROMIUM_PATH:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
  apt_install chromium-headless-shell 2>/dev/null || true
fi

if ! has_redis; then
  echo 'No Redis server found: installing one'
  apt_install redis-server || { command -v brew >/dev/null && brew install redis; } || true
  has_redis || { echo 'No Redis: install redis-server or set REDIS_SERVER_PATH' >&2; exit 1; }
fi

echo 'A browser and a Redis server are here'
