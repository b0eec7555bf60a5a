#!/bin/sh
# Commands of the operator on one server (runbook/install.md, "One server with TLS in ten minutes"): admin, backup, restore, redis-mend, as the user of the service, on its data, with
# its settings. Run as root: schedule-intelligence admin key create --tier government
set -eu
name=${1:?a command: admin, backup, restore or redis-mend}
shift
case $name in
  admin | backup | restore | redis-mend) ;;
  *) echo "schedule-intelligence knows admin, backup, restore and redis-mend, not $name." >&2; exit 2 ;;
esac
cd /opt/schedule-intelligence
set -a
. /etc/schedule-intelligence/service.env
DATA_DIR=/var/lib/schedule-intelligence
exec runuser -u schedule-intelligence -- /usr/bin/node deploy/bootstrap.mjs node "deploy/$name.ts" "$@"
