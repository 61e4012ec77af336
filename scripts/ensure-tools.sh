#!/usr/bin/env bash
# Finds, or installs, what the tests need besides Node: a Chromium, a Firefox, WebKitGTK with a screen
# for it, a Redis server, a Prometheus, nginx, HAProxy, and the Node of the image where this one is older.
set -euo pipefail

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_install() {
  command -v apt-get >/dev/null || return 1
  as_root apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Into a folder of ours: an installed extension would change every browser of the machine.
unpack_extensions() {
  local folder=$PWD/node_modules/.cache/extensions
  mkdir -p "$folder"
  for package in "$@"; do
    (cd "$folder" && apt-get download -qq -o APT::Sandbox::User=root "$package" && dpkg-deb -x "$package"_*.deb "$package" && rm "$package"_*.deb)
  done
}

missing() {
  npx tsx scripts/missing-tools.ts
}

read -ra packages <<<"$(missing)"
if [ ${#packages[@]} -gt 0 ]; then
  echo "Missing, and installed now: ${packages[*]}"
  installed=() unpacked=()
  for package in "${packages[@]}"; do
    if [[ $package == webext-* ]]; then unpacked+=("$package"); else installed+=("$package"); fi
  done
  if [ ${#installed[@]} -gt 0 ]; then apt_install "${installed[@]}" || true; fi
  if [ ${#unpacked[@]} -gt 0 ]; then
    command -v apt-get >/dev/null && as_root apt-get update -qq && unpack_extensions "${unpacked[@]}" || true
  fi
  # Where there are no Debian packages, some come another way.
  for package in $(missing); do
    case $package in
      chromium) npx playwright install --with-deps chromium || npx playwright install chromium ;;
      redis-server) brew install redis ;;
      prometheus) brew install prometheus ;;
      nginx | haproxy) brew install "$package" ;;
      firefox-esr) brew install --cask firefox ;;
    esac || true
  done
fi

# Without the extensions their one test is skipped.
left=$(missing | tr ' ' '\n' | grep -v '^webext-' | xargs)
if [ -n "$left" ]; then
  echo "Not found: $left" >&2
  echo 'Install them, or set CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH, REDIS_SERVER_PATH, PROMETHEUS_PATH, NGINX_PATH or HAPROXY_PATH' >&2
  exit 1
fi

npx tsx scripts/runtime.ts

# Journeys go faster with it, and without it too.
if [ -z "${CHROMIUM_PATH:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
  apt_install chromium-headless-shell 2>/dev/null || true
fi

echo 'Chromium, Firefox, WebKitGTK, a Redis server, a Prometheus, nginx and HAProxy are here'
