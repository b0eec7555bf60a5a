#!/bin/sh
# Becomes the command in its arguments, as bootstrap.mjs prepares it. A Node below 22.15 cannot become another program: it would stay as the parent
# of a service that runs for long, with 50 MB.
set -e
cd "$(dirname "$0")/.."
line=$(node deploy/bootstrap.mjs --print "$@")
eval "exec $line"
