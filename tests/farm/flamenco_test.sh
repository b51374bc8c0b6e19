#!/usr/bin/env bash
# Runs flamenco_test.js. SKIPPED (77) where there is no node.
# Usage: flamenco_test.sh SOURCE
set -euo pipefail
if ! command -v node >/dev/null; then
    echo "SKIPPED: node is not installed"
    exit 77
fi
exec node "$1/tests/farm/flamenco_test.js" "$1"
