#!/bin/sh
# Creates the secrets of compose.yaml in a folder that only you can enter. Existing secrets stay as they are.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

# Compose mounts a file with its own mode. The users of the containers, who are others than you, have to read it.
write() {
  [ -e "$1" ] || printf '%s\n' "$2" >"$1"
  chmod 444 "$1"
}

write owner_password "$(openssl rand -hex 24)"
write service_password "$(openssl rand -hex 24)"
write owner_url "postgres://svc_owner:$(cat owner_password)@postgres/svc"
write database_url "postgres://svc_service:$(cat service_password)@postgres/svc"
redis_password=$(openssl rand -hex 24)
if [ ! -e redis_conf ]; then
  write redis_conf "requirepass $redis_password
maxmemory-policy noeviction
save \"\"
dir /data"
  write redis_url "redis://:$redis_password@redis:6379"
fi
write master_key "$(openssl rand -base64 32)"
write api_key_pepper "$(openssl rand -base64 32)"
write metrics_token "$(openssl rand -hex 24)"
echo "$(pwd) has the secrets. Back up master_key and api_key_pepper, apart from the database."
