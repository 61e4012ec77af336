#!/bin/sh
# Restarts one process after the other, none before the last takes requests again: rolling-restart.sh 3001 3002
set -eu
for port in "$@"; do
  systemctl restart "april@$port" # returns when the old process has drained and ended
  tries=0
  until curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { echo "april@$port is not ready after a minute: the others are left alone" >&2; exit 1; }
    sleep 1
  done
  sleep 3 # HAProxy looks once a second
done
