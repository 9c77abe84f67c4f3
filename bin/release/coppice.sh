#!/bin/sh
# coppice start: runs the service. coppice <command>: the command line, as `coppice --help` tells it.
here=$(dirname -- "$(readlink -f -- "$0")")
major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
if [ "$major" -lt 24 ]; then
  echo "Coppice needs Node.js 24 or newer in PATH." >&2
  exit 1
fi
cd -- "$here" || exit 1
if [ "$1" = start ]; then
  shift
  exec node dist/server.js "$@"
fi
exec node --enable-source-maps dist/coppice.js "$@"
