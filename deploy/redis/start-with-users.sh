#!/bin/sh
# Starts the redis-server of compose.yaml with a user for each role of the service. Passwords come from the environment, and lie in the
# file of users as hashes alone; none stands on a command line. Arguments: what is to be run, to which the file is added.
set -eu

USERS=${REDIS_USERS_FILE:-/tmp/users.acl}

# with an empty one everybody could be that user
: "${REDIS_PASSWORD_GATEWAY:?}" "${REDIS_PASSWORD_NODE:?}" "${REDIS_PASSWORD_DELIVERER:?}" "${REDIS_PASSWORD_OPERATOR:?}"

hash() {
  printf %s "$1" | sha256sum | cut -d ' ' -f 1
}

umask 077
{
  # Nobody can be this user. It may do everything, since Redis reads its append-only file as this user: of one that may do less
  # the commands between MULTI and EXEC, hence what scripts wrote, are left out at the next start, without a word.
  echo "user default off ~* &* +@all"
  # health checks: it answers PING and nothing else
  echo "user health on nopass resetkeys resetchannels -@all +ping"
  # scripts and single commands on every record; of the server its settings and memory are read, and its file is written anew after an erasure
  echo "user gateway on #$(hash "$REDIS_PASSWORD_GATEWAY") ~* &jobs +@all -@admin -@dangerous +info +config|get +bgrewriteaof"
  # jobs alone
  echo "user node on #$(hash "$REDIS_PASSWORD_NODE") ~{j:*}* &jobs +@all -@admin -@dangerous +info +config|get"
  # callbacks of jobs, the places of their hosts, and the secrets they are signed with, which it cannot change
  echo "user deliverer on #$(hash "$REDIS_PASSWORD_DELIVERER") ~{j:*}* ~{h:*}* %R~{a:*}:webhook-secrets &jobs +@all -@admin -@dangerous +info +config|get"
  # npm run admin
  echo "user operator on #$(hash "$REDIS_PASSWORD_OPERATOR") ~* &* +@all"
} > "$USERS"
# the server of the image runs as this user
if id redis > /dev/null 2>&1 && [ "$(id -u)" = 0 ]; then chown redis "$USERS"; fi

unset REDIS_PASSWORD_GATEWAY REDIS_PASSWORD_NODE REDIS_PASSWORD_DELIVERER REDIS_PASSWORD_OPERATOR
exec "$@" --aclfile "$USERS"
